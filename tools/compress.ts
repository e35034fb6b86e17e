/**
 * Writes compressed copies of the built client's text files next to them, so they aren't compressed for each
 * visitor.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folders = ['assets', 'frames/assets'].map((name) => path.join(import.meta.dirname, '../web/dist', name))
const TEXTS = /\.(js|css|svg|json)$/
const SMALLEST_BYTES = 1024

const texts = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => TEXTS.test(name))
    .map((name) => path.join(folder, name)),
)
for (const file of texts) {
  const bytes = readFileSync(file)
  if (bytes.length < SMALLEST_BYTES) continue
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
}
