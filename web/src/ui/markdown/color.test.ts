import { describe, expect, it } from 'vitest'
import { color } from './color.ts'
import { knownLanguage, languageName } from './languages.ts'

describe('syntax highlighting', () => {
  it('preserves the exact text', () => {
    const text = 'const a = "<b>&amp;</b>" // it\'s `x` < y & z\n\treturn a?.b'
    expect(
      color(text, 'typescript')
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it('distinguishes keywords, strings, numbers and comments', () => {
    const kinds = Object.fromEntries(
      color('if x > 7: s = "a" # note', 'python').map((part) => [part.text.trim(), part.kind]),
    )
    expect(kinds).toMatchObject({ if: 'keyword', '7': 'number', '"a"': 'string', '# note': 'comment' })
  })

  it.each([
    ['ts', 'typescript', 'TypeScript'],
    ['js', 'typescript', 'JavaScript'],
    ['HTML', 'xml', 'HTML'],
    ['python title="x"', 'python', 'Python'],
    ['rust', null, 'rust'],
    ['', null, ''],
  ])('reads the language of %j', (info, language, name) => {
    expect(knownLanguage(info)).toBe(language)
    expect(languageName(info)).toBe(name)
  })
})
