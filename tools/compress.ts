/**
 * Writes compressed copies of the built client's text files next to them, so they aren't compressed for each
 * visitor.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const assets = path.join(import.meta.dirname, '../web/dist/assets')
const TEXTS = /\.(js|css|svg|json)$/
const SMALLEST_BYTES = 1024

for (const name of readdirSync(assets)) {
  if (!TEXTS.test(name)) continue
  const bytes = readFileSync(path.join(assets, name))
  if (bytes.length < SMALLEST_BYTES) continue
  writeFileSync(path.join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(path.join(assets, `${name}.br`), brotliCompressSync(bytes, { params }))
}
