import { expect, test } from 'vitest'
import { dropDatabase, freshDatabase } from '../../testing/databases.ts'
import { killAmongCases } from './testing/runKills.ts'

test('[R-7-112] after kill -9 during a run, each case is scored once, as without kills', async () => {
  const databaseUrl = await freshDatabase()
  try {
    const { killed, undisturbed, ...found } = await killAmongCases({
      cases: 60,
      kills: 1,
      ...(databaseUrl ? { databaseUrl } : {}),
    })
    expect(found).toMatchObject({ missing: 0, twice: 0, different: 0 })
    expect(killed).toMatchObject({ phase: 'Completed', done: 60, scorePercent: undisturbed.scorePercent })
    expect(found.written).toBeGreaterThanOrEqual(60)
  } finally {
    if (databaseUrl) await dropDatabase(databaseUrl)
  }
})
