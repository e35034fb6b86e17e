import { defineConfig } from 'vitest/config'

// By itself, as it takes half an hour: every screen in every look and brand, read by axe. `npm run axe:all`
export default defineConfig({
  test: {
    include: ['e2e/**/*.axe.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    expect: { poll: { timeout: 60_000 } },
  },
})
