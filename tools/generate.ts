/**
 * Writes what comes from the contract: the client's table of calls, docs/openapi.json, and docs/api.md. None of them is
 * in git; `npm start` and `npm test` run this if the contract has changed (tools/generated.mjs).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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

let written = 0
for (const [path, text] of Object.entries(files)) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  writeFileSync(file, text)
  written += 1
}
process.stdout.write(`${written} of ${Object.keys(files).length} files written\n`)
