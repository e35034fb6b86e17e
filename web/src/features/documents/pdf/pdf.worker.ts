// Bundled with the client, so the worker is served from our own origin under a hashed name.
import 'pdfjs-dist/build/pdf.worker.min.mjs'
