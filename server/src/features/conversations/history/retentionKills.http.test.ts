import { expect, test } from 'vitest'
import { killWhileDeleting } from '../testing/retentionKills.ts'

// bench/retentionKills.ts runs this with 20 kills and more conversations.
test('after kill -9 while retention deletes, no one sees half a conversation, and nothing held or young is touched', async () => {
  const { wrong, deleted } = await killWhileDeleting(200, 2)
  expect(wrong).toEqual([])
  expect(deleted).toBe(200)
})
