// Runs everything that a change must pass, and prints a one-line summary. Plain JavaScript for Node 20 and
// later.
//   npm test                 types, lint, rules, units, HTTP, end-to-end tests in a browser
//   npm test -- --project http    only that suite
//   TESTS_UNTIL=<seconds since 1970> npm test    no more test files from then on
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { platformNode, root } from './platformNode.mjs'

const only = process.argv.slice(2)
install({ withTests: true })
build()

const checks = [
  ['types of server, contract, and tools', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']],
  ['types of the client', ['node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json']],
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['import rules', ['tools/importRules.ts']],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress']],
  ['requirements', ['tools/requirements.ts', '--sum']],
  ['threats', ['tools/threats.ts', '--sum']],
  ['first-load size', ['tools/sizes.ts']],
]

/** Tests start hundreds of processes, which share one cache of compiled code. */
const env = { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'), ...process.env }

let passed = 0
/** Descriptions of all failures, repeated at the end, where people read a build server's log. */
const failures = []

function run(args) {
  return (
    spawnSync(platformNode(), ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      env,
      stdio: 'inherit',
    }).status === 0
  )
}

if (only.length === 0) {
  for (const [name, args] of checks) {
    process.stdout.write(`\n— ${name}\n`)
    if (run(args)) passed += 1
    else failures.push(name)
  }
}

process.stdout.write('\n— tests\n')
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-results-'))
const results = path.join(folder, 'results.json')
const until = Number(env.TESTS_UNTIL ?? Number.POSITIVE_INFINITY) * 1000
const finished = run([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  ...(Number.isFinite(until) ? ['--reporter=tools/timeLimit.ts'] : []),
  ...only,
])
// The run is then ended, which Vitest reports as an error, and files that weren’t run as failed, without a message.
const isOutOfTime = Date.now() >= until
try {
  const report = JSON.parse(readFileSync(results, 'utf8'))
  passed += report.numPassedTests
  for (const file of report.testResults.filter(({ status }) => status === 'failed')) {
    const name = path.relative(root, file.name)
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    for (const test of tests) failures.push(`${name}: ${test.fullName}\n${test.failureMessages.join('\n')}`)
    // A file that failed to load has no failed tests of its own.
    if (tests.length === 0 && !(isOutOfTime && !file.message)) failures.push(`${name}: ${file.message}`)
  }
} catch {
  failures.push('the tests: no report was written')
}
if (!finished && !isOutOfTime && failures.length === 0)
  failures.push('the tests: an error outside any test, see above')
rmSync(folder, { recursive: true, force: true })

for (const failure of failures) process.stdout.write(`\nFAILED ${failure.slice(0, 4000)}\n`)
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
process.exit(failures.length === 0 ? 0 : 1)
