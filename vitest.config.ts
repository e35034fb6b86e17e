import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const applications = ['server/src/**/*.http.test.ts']
const browsers = ['e2e/**/*.test.ts']

/** Prepares the instance that the tests start on copies of. */
const prepared = 'server/src/testing/prepared.ts'

/**
 * Each worker has a database, a server, and in the browser suite a browser. They mostly wait, so there is one
 * more worker than processors.
 */
const programs = Math.min(availableParallelism() + 1, 5)

// Three suites, one after another: units, the program over HTTP, end-to-end tests in a browser.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,tools,bench}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
          exclude: [...applications, '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'http',
          include: applications,
          globalSetup: prepared,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: programs,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          include: browsers,
          globalSetup: prepared,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: programs,
          sequence: { groupOrder: 2 },
          // On a busy machine, a page may show something late.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
