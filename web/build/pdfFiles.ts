import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const folder = path.dirname(require.resolve('pdfjs-dist/package.json'))

/** What PDF.js asks for by name when a document needs it, with the licences of these files. */
const parts: [folder: string, wanted: RegExp][] = [
  ['cmaps', /\.bcmap$|^LICENSE/],
  ['standard_fonts', /\.(pfb|ttf)$|^LICENSE/],
  // Our policy lets no WebAssembly run; these are the same decoders of pictures as scripts.
  ['wasm', /_nowasm_fallback\.js$|^LICENSE_(OPENJPEG|JBIG2|PDFJS_OPENJPEG|PDFJS_JBIG2)$/],
]

/** Puts PDF.js' own files beside the client, below a folder of its version: nothing comes from another host. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    generateBundle() {
      const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
      for (const [part, wanted] of parts) {
        for (const name of readdirSync(path.join(folder, part)).filter((one) => wanted.test(one))) {
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${part}/${name}`,
            source: readFileSync(path.join(folder, part, name)),
          })
        }
      }
    },
  }
}
