import { makeIfStale, runTool } from './stamps.mjs'

const generated = {
  name: 'generated-from',
  sources: ['contract/src', 'tools/generate', 'tools/generate.ts', 'package-lock.json'],
  outputs: ['web/src/api/paths.ts', 'docs/openapi.json', 'docs/api.md'],
}

/**
 * Writes the files that come from the contract, if they are missing or the contract has changed since. The test suites
 * call it as their global setup.
 */
export default function generate() {
  makeIfStale(generated, () => runTool(['tools/generate.ts'], 'ignore'))
}
