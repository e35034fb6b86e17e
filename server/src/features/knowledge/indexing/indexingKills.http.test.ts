import { expect, test } from 'vitest'
import { filesOfEachFormat, killWhileIndexing } from '../testing/indexingKills.ts'

// bench/indexingKills.ts runs this with 50 kills and more files.
test('[R-3-121] after kill -9 while files are read, the index and graph are those of an undisturbed run, and all bytes have a file', async () => {
  const disturbed = await killWhileIndexing(filesOfEachFormat(1), 3)
  expect(disturbed).toMatchObject({ differing: [], withoutBlob: 0, orphans: 0 })
  expect(disturbed.kills.server + disturbed.kills.reader).toBe(3)
  expect(disturbed.index.passages).toMatch(/^[1-9]\d+ /)
})
