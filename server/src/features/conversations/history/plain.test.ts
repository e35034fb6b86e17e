import { describe, expect, it } from 'vitest'
import { excerptOf, plain } from './plain.ts'

const marked = (text: string, wanted: string) => {
  const found = excerptOf(text, wanted)
  return found?.marks.map(({ start, end }) => found.excerpt.slice(start, end))
}

describe('an excerpt', () => {
  it('is the text around the first match, cut between words, with every match marked', () => {
    const text = `${'before '.repeat(20)}the Lamp turns, and the lamp shines ${'after '.repeat(40)}`
    const found = excerptOf(text, 'LAMP')!
    expect(found.excerpt).toMatch(/^…(before )+the Lamp turns, and the lamp shines (after ?)+…$/)
    expect(marked(text, 'LAMP')).toEqual(['Lamp', 'lamp'])
  })

  it('contains no emphasis or line breaks, like the rendered text', () => {
    expect(plain('The **answer**\nto `keep`')).toBe('The answer to keep')
    expect(excerptOf('The **answer**\nto `keep`', 'answer to keep')).toEqual({
      excerpt: 'The answer to keep',
      marks: [{ start: 4, end: 18 }],
    })
  })

  it.each(['50 % (net)', 'a.b', '[1]', 'x|y', '^$', 'C:\\temp', 'a-b', '{2}'])(
    'takes %s literally',
    (wanted) => {
      expect(marked(`It says ${wanted} here, aXb`, wanted)).toEqual([wanted])
      expect(excerptOf('It says aXb and C:temp', wanted)).toBeNull()
    },
  )

  it('never splits a character', () => {
    const { excerpt } = excerptOf(`${'😀'.repeat(101)}needle${'😀'.repeat(101)}`, 'needle')!
    expect(excerpt.isWellFormed()).toBe(true)
    expect(marked('مرحبا بالعالم', 'بال')).toEqual(['بال'])
  })
})
