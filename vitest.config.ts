import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { TestOrder } from './tools/testOrder.ts'

const applications = ['server/src/**/*.http.test.ts']
const browsers = ['e2e/**/*.test.ts']

/** Prepares the instance that the tests start on copies of. */
const prepared = 'server/src/testing/prepared.ts'

/** Lets sign-ins of tests take half as long. */
const hashOnce = 'server/src/testing/hashOnce.ts'

/** Writes the files that come from the contract, if they are out of date. */
const generated = 'tools/generated.mjs'

/**
 * Each worker has a database, a server, and in the browser suite a browser. They mostly wait, so there is one
 * more worker than processors.
 */
const programs = Math.min(availableParallelism() + 1, 5)

/** Browsers compute more than they wait, and get slower the more of them share a processor. */
const browserPrograms = Math.min(availableParallelism(), 5)

/**
 * Limits end what hangs, and never measure speed: other programs may use most of the machine for a while. The
 * longest tests take two minutes alone.
 */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 300_000 } } }

// Three suites, one after another: units, the program over HTTP, end-to-end tests in a browser.
export default defineConfig({
  test: {
    sequence: { sequencer: TestOrder },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,tools,bench}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
          exclude: [...applications, '**/node_modules/**'],
          ...PATIENCE,
          globalSetup: generated,
          setupFiles: 'tools/patience.ts',
          // By default, one processor would be left unused.
          maxWorkers: availableParallelism(),
        },
      },
      {
        test: {
          name: 'http',
          include: applications,
          globalSetup: prepared,
          setupFiles: hashOnce,
          isolate: false,
          ...PATIENCE,
          maxWorkers: programs,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          include: browsers,
          globalSetup: [generated, prepared],
          setupFiles: ['e2e/processor.ts', hashOnce],
          isolate: false,
          ...PATIENCE,
          maxWorkers: browserPrograms,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
