import { expect, test } from 'vitest'
import { partsOfAnswer } from './partsOfAnswer.ts'

test('names the whole answer after its first heading or text, without numbers of sources', () => {
  expect(partsOfAnswer('Some **bold** words [1, 2].\n')).toEqual([
    { kind: 'Text', language: '', content: 'Some **bold** words.\n', title: 'Some bold words.' },
  ])
  expect(partsOfAnswer('Intro\n\n# The [plan](https://a.example)\n')[0]?.title).toBe('The plan')
})

test('finds tables as CSV, and code by its language', () => {
  const answer =
    '# Prices\n\n| Item | Price |\n|-|-|\n| Train, "fast" | a \\| b |\n\n## Script\n\n```python x\nprint(1)\n```\n\n```html\n<p>Hi</p>\n```\n\n```csv\na,b\n```\n'
  expect(partsOfAnswer(answer).slice(1)).toEqual([
    {
      kind: 'Table',
      language: '',
      content: 'Item,Price\n"Train, ""fast""",a | b\n',
      title: 'Prices',
    },
    { kind: 'Code', language: 'python', content: 'print(1)', title: 'Script' },
    { kind: 'Html', language: '', content: '<p>Hi</p>', title: 'Script' },
    { kind: 'Table', language: '', content: 'a,b', title: 'Script' },
  ])
})

test('cuts a long title between words', () => {
  const [whole] = partsOfAnswer(`${'word '.repeat(40)}\n`)
  expect(whole?.title.length).toBeLessThanOrEqual(81)
  expect(whole?.title).toMatch(/word…$/)
})
