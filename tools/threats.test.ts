import { describe, expect, test } from 'vitest'
import { testErrors, threatErrors, threatsOf } from './threats.ts'
import { idsOfProgram, testsIn } from './titles.ts'

const rows = threatsOf(`# Threats
- A1 Another user’s answer → no event
- S7 (not yet) An interpreter: none exists
- F29 (by hand) everything
text [A9] that isn’t a row`)

describe('the rows', () => {
  test('have an ID, a text, and an excuse if nothing covers them', () => {
    expect(rows.map(({ id, excuse }) => [id, excuse])).toEqual([
      ['A1', null],
      ['S7', 'not yet'],
      ['F29', 'by hand'],
    ])
  })

  test("are errors if no test names them, if they don't exist, or if their excuse has no reason", () => {
    expect(threatErrors(rows, [])).toEqual([
      "A1 isn't named by any test: Another user’s answer → no event",
      'F29 is excused without a reason',
    ])
    const named = [{ file: 'x.ts', ids: ['A1', 'A2', 'S7', 'R-1-001'] }]
    expect(threatErrors(rows, named)).toEqual([
      'S7 is excused but named by a test',
      'F29 is excused without a reason',
      "x.ts names A2, which isn't a row",
    ])
    expect(threatErrors([...rows, ...rows.slice(0, 1)], named)).toContain(
      'A1 appears twice in docs/threats.md',
    )
  })
})

describe('what names them', () => {
  // Angle brackets replace square ones here, so that this file itself names nothing.
  const named = (text: string) => text.replaceAll(/<([\w-]+)>/g, '[$1]')
  const tests = (text: string) => testsIn('server/src/x.http.test.ts', named(text))

  test('is the start of a title, next to requirements', () => {
    const [one, ...others] = tests(`test.each([1])('<R-6-028> <A15> refuses <S30>', () => expect(1).toBe(1))
      test('refuses <A1>', () => {})`)
    expect(others).toEqual([])
    expect(one).toMatchObject({ ids: ['R-6-028', 'A15', 'S30'], letter: 'H', skipped: false, asserts: true })
  })

  test("doesn't count if it is skipped, asserts nothing, or names more than four", () => {
    const errors = testErrors(
      tests(`test.skip('<A1> one', () => expect(1).toBe(1))
        test('<A1> two', () => {})
        test('<A1> <A2> <A3> <A4> <A6> three', () => expect(1).toBe(1))
        test('<R-1-001> only a requirement', () => {})`),
    )
    expect(errors).toHaveLength(3)
    expect(errors.map((error) => error.split('"').at(-1))).toEqual([
      ' is skipped',
      ' asserts nothing',
      ' names 5, more than 4',
    ])
  })

  test('is the name of an injection and the head of a benchmark, and no other comment', () => {
    const program = `/** Kills it <F1>. */
      // of <F9>
      const one = { name: '<F2> <F3> draining' }
      const other = kills("<F10> kill -9", of)
      const text = 'see <F4>'`
    expect(idsOfProgram(named(program))).toEqual(['F1', 'F2', 'F3', 'F10'])
  })
})
