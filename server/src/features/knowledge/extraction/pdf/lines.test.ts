import { describe, expect, it } from 'vitest'
import { linesOf, type TextItem } from './lines.ts'

const item = (str: string, x: number, width: number, y = 700, size = 12): TextItem => ({
  str,
  transform: [size, 0, 0, size, x, y],
  width,
  height: size,
  hasEOL: false,
})
const texts = (items: TextItem[]) => linesOf(items).map((line) => line.text)

describe('the lines of a page', () => {
  it('consist of the pieces at one height, with a space for each gap', () => {
    expect(
      texts([
        item('Harbour', 72, 40),
        item('rules', 116, 30),
        item('Fees', 72, 20, 680),
        item('x', 92.5, 6, 684, 7),
      ]),
    ).toEqual(['Harbour rules', 'Feesx'])
  })

  it('end if the next piece is far away at the same height, or written in another direction', () => {
    const turned = { ...item('DRAFT', 100, 60), transform: [0, 12, -12, 0, 100, 700] }
    expect(texts([item('left', 72, 20), item('right', 400, 30), turned])).toEqual(['left', 'right', 'DRAFT'])
  })

  it('are read from right to left if they are Arabic, as letters and not as contextual forms', () => {
    // As drawn, from the left: "2004 م ا ع ي ف (Aleppo) ب ل ح" with contextual letter forms.
    const drawn = [
      item('2004', 72, 24),
      item(' ', 96, 4, 700),
      item('\uFEE1', 100, 6),
      item('\uFE8E', 106, 4),
      item('\uFECB', 110, 6),
      item(' ', 116, 4),
      item('(', 120, 4),
      item('Aleppo', 124, 36),
      item(' ', 160, 3),
      item('city', 163, 20),
      item(')', 183, 4),
      item(' ', 187, 4),
      item('\uFE90', 191, 8),
      item('\uFEE0', 199, 4),
      item('\uFEA3', 203, 7),
    ]
    // Most of this line is Latin, but the page is Arabic.
    const above = item('مدينة قديمة في الشمال', 72, 138, 730)
    const expected = ['مدينة قديمة في الشمال', 'حلب (Aleppo city) عام 2004']
    expect(texts([above, ...drawn])).toEqual(expected)
    expect(texts([above, ...drawn.toReversed()])).toEqual(expected)
  })

  it('keep an Arabic name in its own order among other words', () => {
    const drawn = [
      item('The city of', 72, 60),
      item(' ', 132, 4),
      item('\uFE90', 136, 8),
      item('\uFEE0', 144, 4),
      item('\uFEA3', 148, 7),
      item(' ', 155, 4),
      item('is old.', 159, 30),
    ]
    expect(texts(drawn)).toEqual(['The city of حلب is old.'])
  })

  it('split ligatures into their letters', () => {
    expect(texts([item('e\uFB03cient \uFB01sh', 72, 60)])).toEqual(['efficient fish'])
  })
})
