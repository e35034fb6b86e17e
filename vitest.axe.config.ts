import { defineConfig } from 'vitest/config'

// A separate configuration, because it takes half an hour: axe checks every page in every appearance and brand.
// `npm run axe:all`
export default defineConfig({
  test: {
    include: ['e2e/**/*.axe.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    expect: { poll: { timeout: 60_000 } },
  },
})
