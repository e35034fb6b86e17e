import { describe, expect, it } from 'vitest'
import { excerptOf, plain, readable } from './plain.ts'

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

  it.each([
    ['| Berth | Closes |\n|:--|--:|\n| 7 | at dusk |', 'Berth · Closes; 7 · at dusk'],
    ['Berth | Closes\n--- | ---\n7 | at dusk\n\nThat is a|b.', 'Berth · Closes; 7 · at dusk That is a|b.'],
    [
      '## Rules\n\n> - See [the plan](https://x.test/a) and ![a map](m.png)\n1. Go',
      'Rules See the plan and a map 1. Go',
    ],
    ['Run:\n```ts\nstart()\n```\n---\n~~Old~~ 1 \\| 2, C:\\temp', 'Run: start() Old 1 | 2, C:\\temp'],
    ['- 5 of [1] and x_y - z', '5 of [1] and x_y - z'],
  ])('reads as text: %j', (text, shown) => {
    expect(readable(text)).toBe(shown)
  })

  it('contains the syntax if only that matches', () => {
    expect(marked('See [the plan](https://x.test/a)', 'x.test')).toEqual(['x.test'])
    expect(excerptOf('See [the plan](https://x.test/a)', 'plan')?.excerpt).toBe('See the plan')
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
