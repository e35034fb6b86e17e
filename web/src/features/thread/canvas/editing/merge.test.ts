import { expect, test } from 'vitest'
import { merged } from './merge.ts'

const base = '# Policy\n\nBook trains and buses early.\n\nKeep receipts.\n'

test('keeps what both wrote in different places', () => {
  const mine = base.replace('# Policy', '# Travel policy')
  const theirs = `${base.replace('receipts', 'all receipts')}\nAsk first.\n`
  expect(merged(base, mine, theirs)).toEqual({
    text: '# Travel policy\n\nBook trains and buses early.\n\nKeep all receipts.\n\nAsk first.\n',
    conflicts: [],
  })
})

test('merges changes of one line by words', () => {
  const mine = base.replace('trains', 'fast trains')
  const theirs = base.replace('early', 'in time')
  expect(merged(base, mine, theirs)).toEqual({
    text: base.replace('trains and buses early', 'fast trains and buses in time'),
    conflicts: [],
  })
})

test('merges lines that follow each other', () => {
  expect(merged('a\nb\nc\n', 'A\nb\nc\n', 'a\nB\nc\n')).toEqual({ text: 'A\nB\nc\n', conflicts: [] })
})

test('shows both where both changed the same words, and loses neither', () => {
  const { text, conflicts } = merged(base, base.replace('early', 'today'), base.replace('early', 'soon'))
  expect(conflicts).toEqual([{ mine: 'today', theirs: 'soon' }])
  expect(text).toContain('today')
  expect(text).toContain('soon')
})

test('shows both if one deleted what the other changed', () => {
  const mine = base.replace('Keep receipts.\n', '')
  const theirs = base.replace('Keep receipts.', 'Keep all receipts.')
  expect(merged(base, mine, theirs).conflicts).toHaveLength(1)
})

test('takes the same change once', () => {
  const same = base.replace('early', 'today')
  expect(merged(base, same, same)).toEqual({ text: same, conflicts: [] })
})

test('merges Arabic text and text without a line break at its end', () => {
  expect(merged('سطر أول\nسطر ثان', 'سطر أول جديد\nسطر ثان', 'سطر أول\nسطر ثان أخير')).toEqual({
    text: 'سطر أول جديد\nسطر ثان أخير',
    conflicts: [],
  })
})

test('loses no word, whatever two people write at random places', () => {
  let seed = 7
  const next = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % most
  }
  const words = Array.from({ length: 60 }, (_, at) => `w${at}${at % 10 === 9 ? '\n' : ' '}`)
  for (let round = 0; round < 200; round += 1) {
    const write = (who: string) => {
      const changed = [...words]
      for (let count = 0; count < 3; count += 1)
        changed.splice(next(changed.length), 0, `${who}${round}x${count} `)
      return changed.join('')
    }
    const mine = write('mine')
    const theirs = write('theirs')
    const { text } = merged(words.join(''), mine, theirs)
    for (const word of [...mine.split(/\s+/), ...theirs.split(/\s+/)]) expect(text).toContain(word)
  }
})
