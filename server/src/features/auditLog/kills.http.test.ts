import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { killAmongChanges } from '../../testing/changes.ts'
import { dropDatabase, freshDatabase } from '../../testing/databases.ts'
import { startProduct } from '../../testing/product.ts'

const KILLS = 3

test('[F26] after kill -9 during changes, each acknowledged change is there with one entry, and each entry has its change', async () => {
  const databaseUrl = await freshDatabase()
  const database = databaseUrl ? { databaseUrl } : {}
  let product = await startProduct(database)
  let acknowledged = 0
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const series = await killAmongChanges(product, { most: 80, ...database })
      product = series.product
      acknowledged += series.acknowledged
      expect(series).toMatchObject({ lost: 0, entries: series.stored, firstBroken: null })
      expect(series.stored).toBeGreaterThanOrEqual(series.acknowledged)
    }
  } finally {
    await product.stop()
    rmSync(product.dataDir, { recursive: true, force: true })
    if (databaseUrl) await dropDatabase(databaseUrl)
  }
  // More changes than before the kills, so the kills happened during changes.
  expect(acknowledged).toBeGreaterThan(KILLS * 4)
})
