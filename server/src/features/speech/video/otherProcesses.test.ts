import { expect, test } from 'vitest'
import { partsOf } from './otherProcesses.ts'

test('what is spoken is split into notifications that PostgreSQL takes, in its order', () => {
  const sentences = Array.from({ length: 100 }, (_, at) => ({
    text: `${at} ${'م'.repeat(230)}`,
    voice: 'ar',
  }))
  const parts = partsOf({ do: 'speak', sentences })
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(7500)
  expect(parts.flatMap((part) => ('sentences' in part ? part.sentences : []))).toEqual(sentences)
  expect(partsOf({ do: 'stop' })).toEqual([{ do: 'stop' }])
})
