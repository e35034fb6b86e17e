/**
 * Writes the files generated from the contract: the browser's path table, docs/openapi.json, and docs/api.md.
 * With `--check` it writes nothing and fails if a file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '../contract/src/endpoint.ts'
import { contract } from '../contract/src/index.ts'
import { apiDocument } from './generate/apiDocument.ts'
import { openApiDocument } from './generate/openApiDocument.ts'
import { pathTable } from './generate/pathTable.ts'

/** Every operation by name, `group.name`, in the contract's order. */
const operations = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, declared]): [string, Endpoint] => [
    `${group}.${name}`,
    declared as unknown as Endpoint,
  ]),
)

const files: Record<string, string> = {
  'web/src/api/paths.ts': pathTable(operations),
  'docs/openapi.json': openApiDocument(operations),
  'docs/api.md': apiDocument(operations),
}

const check = process.argv.includes('--check')
let stale = 0
for (const [path, text] of Object.entries(files)) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const present = readOrEmpty(file)
  if (present === text) continue
  stale++
  if (check) process.stderr.write(`${path} is out of date. Run: node tools/generate.ts\n`)
  else writeFileSync(file, text)
}
process.stdout.write(
  check ? `${stale} of ${Object.keys(files).length} files out of date\n` : `${stale} files written\n`,
)
process.exitCode = check && stale > 0 ? 1 : 0

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
