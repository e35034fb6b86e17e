import { expect, it } from 'vitest'
import { CodeInput } from './codeInput.ts'

/** Returns what is shown of a call's input that arrives in pieces of this length. */
function shown(input: string, length: number): string[] {
  const lines: string[] = []
  const code = new CodeInput((piece) => lines.push(piece))
  for (let at = 0; at < input.length; at += length) code.add(input.slice(at, at + length))
  return lines
}

const code = 'x = "a\\n" # \u00e9 \u{1f600}\n\tprint(x)\r\nlast'

it.each([1, 2, 3, 5, 7, 1000])('shows whole lines, whatever the pieces are: %i characters', (length) => {
  const escaped = JSON.stringify({ code }).replace('\u00e9', '\\u00e9').replace('\u{1f600}', '\\ud83d\\ude00')
  expect(JSON.parse(escaped)).toEqual({ code })
  expect(shown(escaped, length).join('')).toBe(code.slice(0, code.lastIndexOf('\n') + 1))
  expect(shown(`{ "code" : ${JSON.stringify(code)}, "more": "\n"}`, length).join('')).toBe(
    code.slice(0, code.lastIndexOf('\n') + 1),
  )
})

it('shows nothing of other inputs', () => {
  expect(shown(`{"other": "a\\nb", "code": "c\\nd"}`, 4)).toEqual([])
  expect(shown(`["code": "c\\nd"]${' '.repeat(200)}`, 4)).toEqual([])
})
