import { expect, test } from 'vitest'
import { spokenLanguageOf, spokenSentences } from './spokenText.ts'

const spoken = (answer: string) => spokenSentences(answer, 20_000)

test('speaks text, headings, and lists, without code, tables, formulas, images, and marks of sources', () => {
  expect(
    spoken(
      '# The tower\n\nIt is **tall** [1, 2]. See [the plan](https://example.com) &amp; `run`.\n\n- One\n- Two\n\n```js\nx()\n```\n\n| a |\n|-|\n| b |\n\n$$x^2$$\n\n![cat](/x.png)\n\nhttps://example.com/long',
    ),
  ).toEqual(['The tower', 'It is tall.', 'See the plan & run.', 'One', 'Two'])
})

test('splits long sentences between words, and ends where it must', () => {
  const parts = spoken(`${'word '.repeat(60)}end, ${'more '.repeat(60)}`)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(240)
  expect(parts.join(' ')).toBe(`${'word '.repeat(60)}end, ${'more '.repeat(60)}`.trim())
  expect(spokenSentences('x'.repeat(1000), 100)).toEqual(['x'.repeat(100)])
  expect(spoken('```\ncode\n```')).toEqual([])
})

test.each([
  ['The lighthouse is at the end of the pier.', 'en'],
  ['Der Leuchtturm ist hoch und steht auf einem Felsen.', 'de'],
  ['Le phare est très haut et il se trouve sur la côte.', 'fr'],
  ['المنارة عالية جدًا.', 'ar'],
  ['Маяк очень высокий.', 'ru'],
  ['灯台はとても高いです。', 'ja'],
  ['42', 'en'],
])('%s is spoken in %s', (text, language) => expect(spokenLanguageOf(text)).toBe(language))
