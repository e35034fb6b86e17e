import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { says } from './says.ts'
import { scoreAnswer } from './scoreAnswer.ts'

interface Pair {
  statement: string
  answer: string
  says: boolean
}

const folder = path.join(import.meta.dirname, '../../../../../bench/scoring')
const pairsOf = (name: string): Pair[] => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
const isRight = ({ statement, answer, says: isSaid }: Pair): boolean => says(answer, statement) === isSaid

test.each([
  ['first.json', 100, 0.97],
  ['further.json', 338, 0.94],
  ['second.json', 200, 0.9],
  ['third.json', 100, 0.9],
])('labeled answers of %s are judged rightly', (name, count, least) => {
  const pairs = pairsOf(name)
  expect(pairs).toHaveLength(count)
  const wrong = pairs.filter((pair) => !isRight(pair)).map(({ statement }) => statement)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(count * (1 - least))
  // Neither "always" nor "never" would be right.
  expect(pairs.filter((pair) => pair.says).length / count).toBeLessThan(0.62)
})

test.each([
  ['1,204', '1204'],
  ['1.204', '1204'],
  ['1 204', '1204'],
  ['١٬٢٠٤', '1204'],
  ['one thousand two hundred and four', '1,204'],
  ['eintausendzweihundertvier', '1.204'],
  ['mille deux cent quatre', '1 204'],
  ['mil doscientos cuatro', '1204'],
  ['ألف ومئتان وأربعة', '1204'],
  ['thirty per cent', '30 %'],
  ['30 percent', '30%'],
  ['€5m', '5 million euros'],
  ['EUR 5 million', '5 Mio. €'],
  ['24 hours', 'one day'],
  ['14-day', 'two weeks'],
  ['3.0', '3'],
  ['quatre-vingt-dix-sept', '97'],
  ['soixante et onze', '71'],
  ['treinta y cinco', '35'],
  ['خمسة وعشرون', '25'],
  ['2026-03-05', '5 March 2026'],
  ['March 5th, 2026', '05.03.2026'],
  ['5/3/2026', '5 March 2026'],
  ['5/3/2026', '3 May 2026'],
  ['5. März 2026', '5 mars 2026'],
  ['٥ آذار ٢٠٢٦', '5 مارس 2026'],
  ['2:30 pm', '14:30'],
  ['14h30', '14:30 Uhr'],
  ['halb sieben abends', '18:30 Uhr'],
  ['الرابعة عصرا', '16:00'],
  ['half of the price', '50 %'],
  ['half an hour', '30 minutes'],
  ['a dozen', '12'],
  ['05/10', '5 October'],
  ['بخمسة وستين عاماً', '65 years'],
])('%s is %s', (answer, statement) => {
  expect(says(`It is ${answer}, as far as I know.`, statement)).toBe(true)
})

test.each([
  ['300', '30'],
  ['3.0', '30'],
  ['1.205', '1204'],
  ['30 days', '30 hours'],
  ['30 working days', '30 days'],
  ['30 %', '30 euros'],
  ['5 million euros', '5 euros'],
  ['fifty', '15'],
  ['2026-03-06', '5 March 2026'],
  ['13/3/2026', '3 January 2026'],
  ['2:30 am', '14:30'],
  ['at most 30 days', 'at least 30 days'],
])('%s is not %s', (answer, statement) => {
  expect(says(`It is ${answer}, as far as I know.`, statement)).toBe(false)
})

test('Markdown, citation marks, and typographic characters make no difference', () => {
  const answer =
    '> The **annual fee**[1] of the [Gold card](https://example.com/30) is\u00a0€49\u202f【2†source】.'
  expect(says(answer, "The Gold card's annual fee is 49 euros")).toBe(true)
  expect(says(answer, '30')).toBe(false)
  expect(says('1. First\n2. Second', '2')).toBe(false)
})

test('a statement in another language is not said, unless it consists of numbers and names', () => {
  expect(says('Der Urlaub beträgt 30 Tage.', 'Employees get thirty days of leave.')).toBe(false)
  expect(says('Der Urlaub beträgt 30 Tage.', '30 days')).toBe(true)
  expect(says('يقع المقر في Berlin.', 'Berlin')).toBe(true)
})

test('a statement in other words is said, unless it is about something else', () => {
  const answer = "The manufacturer's guarantee includes the display and the built-in battery."
  expect(says(answer, 'the warranty covers the battery')).toBe(true)
  expect(says(answer, 'the warranty does not cover the battery')).toBe(false)
  expect(says(answer, 'the warranty lasts two years')).toBe(false)
})

test('an open question says nothing, one with an answer does', () => {
  expect(says('Is smoking allowed in the office?', 'Smoking is allowed in the office.')).toBe(false)
  expect(says('Is smoking allowed in the office? No.', 'Smoking is allowed in the office.')).toBe(false)
  expect(says('Is smoking allowed in the office? Yes.', 'Smoking is allowed in the office.')).toBe(true)
})

test('odd text is read without errors', () => {
  for (const odd of ['', '\0\ud800', '|||\n|-|', '0'.repeat(5000), 'ـ'.repeat(500), '[[[[((((', '1-1-1-1-1'])
    expect(says(odd, odd === '' ? 'x' : '42 days')).toBe(false)
  expect(says('text', '')).toBe(false)
  expect(says('text', '?!')).toBe(false)
})

/** Limits end what hangs, and aren’t a measurement: `bench/scoring.ts` measures. */
const PATIENCE_MS = 60_000

test.each([
  ['sentences', 'The fee for the Basic plan is 30 euros, and the Pro plan costs 20 euros. '],
  ['digits', '1 '],
  ['brackets', '[('],
  ['cells', '| a '],
  ['dots', '1.'],
  ['hyphens', '1-'],
  ['words', 'und'],
  ['spaces', ' '],
  ['amounts', '100 '],
  ['clauses', 'the Gold plan, 100 euros, '],
  ['list items', '- Gold plan: 10 euros per month\n'],
  ['negations', 'not the Gold plan not '],
])('an answer of 100,000 characters of %s takes linear time', (_, part) => {
  const text = part.repeat(Math.ceil(100_000 / part.length))
  const expectedFacts = Array.from(
    { length: 10 },
    (_, at) => `The Gold plan costs ${at + 100} euros per month and 5 euros per day.`,
  )
  const start = performance.now()
  const given = { text, refused: false, citations: [] }
  const scored = scoreAnswer(
    { expectedFacts, forbidden: [], expectedCitations: [], expectRefusal: false },
    given,
  )
  expect(scored.factsFound).not.toContain(true)
  expect(performance.now() - start).toBeLessThan(PATIENCE_MS)
})
