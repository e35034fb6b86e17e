import { expect, test } from 'vitest'
import type { RankedPassage } from '../../../knowledge/index.ts'
import { Sources } from '../sources.ts'
import { withNumbers, withPositions } from './keptNotes.ts'

const passages = Array.from({ length: 10 }, (_, ordinal) => ({
  passageId: `p${ordinal}`,
  fileId: 'f',
  ordinal,
})) as RankedPassage[]

test('notes are kept with positions instead of numbers, and get the numbers of the answer that uses them', () => {
  const [first, later] = [new Sources('a'), new Sources('b')]
  first.number(passages)
  later.number([{ passageId: 'other' } as RankedPassage, ...passages])
  const part = passages.slice(4, 8)
  const kept = withPositions(
    'Dusk [5]. Dawn [6, 7]. Both [5; 8] [5-7] [6–7]. Elsewhere [99] [1–2].',
    part,
    first,
  )
  expect(withNumbers(kept, part, later)).toBe(
    'Dusk [6]. Dawn [7, 8]. Both [6, 9] [6, 7, 8] [7, 8]. Elsewhere  .',
  )
})
