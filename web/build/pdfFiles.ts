import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const folder = path.dirname(require.resolve('pdfjs-dist/package.json'))

/** Files that PDF.js requests by name when a document needs them, with their licenses. */
const parts: [folder: string, wanted: RegExp][] = [
  ['cmaps', /\.bcmap$|^LICENSE/],
  ['standard_fonts', /\.(pfb|ttf)$|^LICENSE/],
  // Our content security policy forbids WebAssembly. These are the same image decoders as scripts.
  ['wasm', /_nowasm_fallback\.js$|^LICENSE_(OPENJPEG|JBIG2|PDFJS_OPENJPEG|PDFJS_JBIG2)$/],
]

/**
 * Adds PDF.js' own files to the client, in a folder named after its version, so nothing loads from another
 * host.
 */
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
