import { lexBlocks } from '@parlance/contract/markdown/lexer'
import { describe, expect, it } from 'vitest'
import { Blocks } from './Blocks.ts'
import { documents } from './documents.ts'

const inPieces = (text: string, step: number): Blocks => {
  const blocks = new Blocks()
  for (let at = 0; at < text.length; at += step) blocks.push(text.slice(at, at + step))
  return blocks
}

const raws = (text: string) =>
  lexBlocks(text.replace(/\r\n?/g, '\n'))
    .blocks.filter((block) => block.type !== 'space')
    .map((block) => block.raw.trimEnd())

const read = (blocks: Blocks) => [...blocks.done, ...raws(blocks.tail)].map((raw) => raw.trimEnd())

describe('a document read as it grows', () => {
  for (const [name, text] of Object.entries(documents)) {
    it.each([1, 4, 7])(`${name}: has the same blocks as the whole when read in steps of %i`, (step) => {
      const blocks = inPieces(text, step)
      expect(read(blocks)).toEqual(raws(text))
      expect(blocks.text).toBe(text.replace(/\r\n?/g, '\n'))
    })
  }

  it('has the same blocks as the whole for 300 random documents', () => {
    const lines = [
      '# h',
      'text',
      '- a',
      '  - b',
      '1. x',
      '> q',
      '```js',
      '```',
      '~~~',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
    ]
    lines.push(
      '',
      '',
      '',
      '---',
      '===',
      '    code',
      '<div>',
      '</div>',
      '<!-- c',
      '-->',
      '[a]: https://a.b',
      '* * *',
      '$$',
      'x = 1',
      '\\[',
      '\\]',
      '\ttab',
      '-',
      '+ [ ] t',
    )
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    for (let run = 0; run < 300; run++) {
      const text = Array.from({ length: 4 + random(14) }, () => lines[random(lines.length)]).join('\n')
      expect(read(inPieces(text, 1 + random(9))), text).toEqual(raws(text))
    }
  })

  it('never changes a final block', () => {
    const blocks = new Blocks()
    let seen: string[] = []
    for (const character of documents.mixed!) {
      blocks.push(character)
      expect(blocks.done.slice(0, seen.length)).toEqual(seen)
      seen = [...blocks.done]
    }
    expect(seen.length).toBeGreaterThan(5)
  })

  it('doesn’t parse an open code block again for each new line', () => {
    const blocks = new Blocks()
    blocks.push('```ts\n')
    const started = performance.now()
    for (let line = 0; line < 20_000; line++) blocks.push(`const value${line} = ${line}\n`)
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(blocks.inCode).toBe(true)
    blocks.push('```\n\nafter\n\n')
    expect(blocks.inCode).toBe(false)
    expect(blocks.done).toHaveLength(1)
  })

  it('treats CR, LF and CRLF the same, wherever they are split, even around an empty chunk', () => {
    const blocks = new Blocks()
    for (const chunk of ['a\r', '\n\r', '', '\nb\r', 'c']) blocks.push(chunk)
    expect(blocks.text).toBe('a\n\nb\nc')
  })

  it('knows the references of the whole text once it has ended', () => {
    const blocks = inPieces('See [the guide][g].\n\nMore.\n\n[g]: https://example.org/guide', 5)
    blocks.end()
    expect(blocks.links).toEqual({ g: { href: 'https://example.org/guide', title: undefined } })
  })
})
