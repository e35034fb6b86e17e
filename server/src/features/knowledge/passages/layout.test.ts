import { describe, expect, it } from 'vitest'
import { cutPassages } from './cut.ts'
import { createDocumentBuilder, type DocumentBuilder } from './documentText.ts'

function passagesOf(build: (builder: DocumentBuilder) => void) {
  const builder = createDocumentBuilder()
  build(builder)
  return [...cutPassages({ ...builder.finish(), pages: null, pageIsPassage: false })]
}

describe('the place of a passage', () => {
  it('is the range of its cells, which each passage of a long sheet has', () => {
    const passages = passagesOf((builder) => {
      for (let row = 1; row <= 60; row += 1) {
        builder.place({ sheet: 'Fees', row })
        const text = `Boat: ${row} sloop with two sails | Fee: ${row}`
        const end = text.length
        const cells = [
          { column: 1, start: 6, end: text.indexOf(' | ') },
          { column: 3, start: end - String(row).length, end },
        ]
        builder.block('table', text, { cells })
      }
    })
    expect(passages.length).toBeGreaterThan(2)
    expect(passages[0]?.locator).toMatchObject({ sheet: 'Fees', range: expect.stringMatching(/^B1:D\d+$/) })
    expect(passages.at(-1)?.locator?.range).toMatch(/^B\d+:D60$/)
    for (const { text, layout } of passages)
      for (const { start, end, cells, place } of layout) {
        const [boat, fee] = cells!
        expect(text.slice(boat!.start, boat!.end)).toBe(`${place?.row} sloop with two sails`)
        expect(text.slice(fee!.start, fee!.end)).toBe(String(place?.row))
        expect(text.slice(start, end)).toMatch(/^Boat: .* \| Fee: \d+$/)
      }
  })

  it('is the lines of code, also in a block that goes on in the next passage', () => {
    const lines = Array.from({ length: 400 }, (_, at) => `  value${at + 3} = compute(${at + 3});`)
    const passages = passagesOf((builder) => {
      builder.place({ line: 1 })
      builder.block('code', `\n\n${lines.join('\n')}`)
    })
    for (const { text, locator } of passages) {
      const numbers = [...text.matchAll(/value(\d+)/g)].map(([, number]) => Number(number))
      expect([locator?.line, locator?.lastLine]).toEqual([numbers[0], numbers.at(-1)])
    }
    expect(passages[0]?.text.startsWith('  value3')).toBe(true)
  })

  it('is absent in text without places', () => {
    const [passage] = passagesOf((builder) => builder.block('paragraph', 'Boats pay in the harbor.'))
    expect(passage?.locator).toBeNull()
  })
})
