// Bundled with the client, so that the worker comes from our own origin under its content name.
import 'pdfjs-dist/build/pdf.worker.min.mjs'
