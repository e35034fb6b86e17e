import { defineConfig } from 'vitest/config'

const applications = ['server/src/**/*.http.test.ts']
const browsers = ['e2e/**/*.test.ts']

// Three suites: units, the program over HTTP, journeys in a browser. One application at a time: each has a database.
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: browsers,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // What a page will show, it may show late on a busy machine.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
