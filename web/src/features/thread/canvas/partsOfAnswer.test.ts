import { expect, test } from 'vitest'
import { partsOfAnswer } from './partsOfAnswer.ts'

test('names the whole answer after its first heading or text, without numbers of sources', () => {
  expect(partsOfAnswer('Some **bold** words [1, 2].\n', [1, 2])).toEqual([
    { kind: 'Text', language: '', content: 'Some **bold** words.\n', title: 'Some bold words.' },
  ])
  expect(partsOfAnswer('Intro\n\n# The [plan](https://a.example)\n', [])[0]?.title).toBe('The plan')
})

test('finds tables as CSV, and code by its language', () => {
  const answer =
    '# Prices\n\n| Item | Price |\n|-|-|\n| Train, "fast" | a \\| b |\n\n## Script\n\n```python x\nprint(1)\n```\n\n```html\n<p>Hi</p>\n```\n\n```csv\na,b\n```\n'
  expect(partsOfAnswer(answer, []).slice(1)).toEqual([
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
  const [whole] = partsOfAnswer(`${'word '.repeat(40)}\n`, [])
  expect(whole?.title.length).toBeLessThanOrEqual(81)
  expect(whole?.title).toMatch(/word…$/)
})

test('removes the numbers of sources from prose only', () => {
  const answer = [
    'As of [2024], see [1] and [7, 2].',
    '- Use `a[1]` and $x[2]$ [2].',
    '- In a list [1]:',
    '',
    '  ```js',
    '  const y = a[1] + [2]',
    '  ```',
    '',
    '  Then [2] more.',
    '',
    '| Code | Text |',
    '|-|-|',
    '| `a[1] \\| b[2]` | Cell [1] |',
    '',
    'See [a [2]](https://a.example/x[1]) [1].',
    '',
    '    indented[1]',
    '',
    '```js',
    'x = a[0]; y = [1, 2, 3]',
    '```',
    '',
  ].join('\n')
  const [whole, table, code] = partsOfAnswer(answer, [0, 1, 2, 3])
  expect(whole?.content).toBe(
    answer
      .replace('see [1]', 'see')
      .replace('[7, 2]', '[7]')
      .replace('$x[2]$ [2]', '$x[2]$')
      .replace('In a list [1]', 'In a list')
      .replace('Then [2]', 'Then')
      .replace('Cell [1]', 'Cell')
      .replace('See [a [2]]', 'See [a]')
      .replace('x[1]) [1]', 'x[1])'),
  )
  expect(table?.content).toBe('Code,Text\n`a[1] | b[2]`,Cell\n')
  expect(partsOfAnswer(answer, [0, 1, 2, 3]).at(-1)?.content).toBe('x = a[0]; y = [1, 2, 3]')
  expect(code?.kind).toBe('Code')
  expect(partsOfAnswer('A list: [1, 2].', [])[0]?.content).toBe('A list: [1, 2].')
})
