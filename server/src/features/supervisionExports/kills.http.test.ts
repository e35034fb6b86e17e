import { expect, test } from 'vitest'
import { dropDatabase, freshDatabase } from '../../testing/databases.ts'
import { killAmongExports } from './testing/exportKills.ts'

test('[F30] after kill -9 during exports, each entry is in a file once, and was received', async () => {
  const databaseUrl = await freshDatabase()
  try {
    const { entries, inFiles, received } = await killAmongExports({
      kills: 2,
      ...(databaseUrl ? { databaseUrl } : {}),
    })
    expect(entries).toBeGreaterThan(20)
    expect(inFiles).toEqual({ missing: 0, twice: 0, broken: 0 })
    expect(received).toMatchObject({ missing: 0, broken: 0 })
  } finally {
    if (databaseUrl) await dropDatabase(databaseUrl)
  }
})
