import { describe, expect, it } from 'vitest'
import { terms } from '../../platform/language/terms.ts'
import { answerByExtraction, type Findings } from './answerByExtraction.ts'

const passage = (
  passageId: string,
  fileName: string,
  text: string,
  score: number,
  page: number | null = null,
) => ({
  passageId,
  dataSourceId: 'd1',
  fileId: `f-${fileName}`,
  fileName,
  ordinal: 0,
  page,
  locator: null,
  heading: '',
  text,
  score,
})

const boat = passage(
  'p1',
  'boats.txt',
  'Boats need care. The hull of a wooden boat is painted every spring with red lead. Ask the harbour master for keys.',
  12,
  3,
)
const other = passage(
  'p2',
  'paint.txt',
  'Paint dries slowly. Red lead protects wood from water and worms in the hull.',
  9,
)

function findings(question: string, coverage: number, more: Partial<Findings> = {}): Findings {
  const weights = [...new Set(terms(question))].map((term) => ({ term, idf: 2 }))
  return { terms: weights, passages: [boat, other], searched: 500, coverage, tiny: false, ...more }
}
const whole = (answer: { pieces: string[] }) => answer.pieces.join('')

describe('answerByExtraction', () => {
  const question = 'When is the hull of a wooden boat painted?'

  it('quotes the most relevant sentence verbatim and cites its position', () => {
    const answer = answerByExtraction(question, findings(question, 1.4))
    expect(answer.outcome).toBe('Found')
    expect(answer.citations[0]).toMatchObject({
      citationId: '1',
      title: 'boats.txt',
      path: 'd1/f-boats.txt',
      kind: 'Passage',
      page: 3,
      locator: { page: 3 },
      passageId: 'p1',
      quote: 'The hull of a wooden boat is painted every spring with red lead.',
    })
    expect(whole(answer)).toContain('is painted every spring with red lead. [1]')
    expect(whole(answer)).toContain('no language model wrote it')
  })

  it('quotes at most three sentences, and only text from the passages', () => {
    const long = passage(
      'p3',
      'x.txt',
      Array.from({ length: 9 }, (_, n) => `The hull of boat ${n} is painted.`).join(' '),
      12,
    )
    const answer = answerByExtraction(question, findings(question, 1.4, { passages: [long, boat] }))
    const quoted = answer.citations.map((citation) => citation.quote)
    expect(quoted.join(' ').match(/painted/g)?.length).toBeLessThanOrEqual(3)
    for (const quote of quoted) expect(long.text.includes(quote) || boat.text.includes(quote)).toBe(true)
  })

  it('quotes the start of the section whose heading matches the question', () => {
    const asked = 'How do I paint a boat?'
    const section = {
      ...passage(
        'p7',
        'work.md',
        'Sand it first. Use red lead. Wait a day. Then repeat. A boat needs two coats.',
        10,
      ),
      heading: 'Spring work › Painting a boat',
    }
    const answer = answerByExtraction(asked, findings(asked, 1.4, { passages: [boat, section] }))
    expect(answer.citations[0]?.quote).toBe('Sand it first. Use red lead. Wait a day.')
  })

  it('of two matching sections, prefers the heading with nothing else in it, and of equal ones the first', () => {
    const asked = 'How do I sign in?'
    const section = (ordinal: number, heading: string, score: number) => ({
      ...passage(`s${ordinal}`, 'signing.md', `Sign in as section ${ordinal} says.`, score),
      ordinal,
      heading,
    })
    const first = (...sections: ReturnType<typeof section>[]) =>
      answerByExtraction(asked, findings(asked, 1.4, { passages: sections })).citations[0]?.passageId
    expect(first(section(4, 'How long am I signed in?', 9), section(3, 'How do I sign in?', 8.5))).toBe('s3')
    expect(first(section(6, 'Signing in', 9), section(5, 'Signing in', 8.5))).toBe('s5')
  })

  it('quotes the list that the start of a section announces', () => {
    const asked = 'Which settings exist?'
    const text = 'Settings are checked. These exist:\n\nPORT | 8080\nHOST | 127.0.0.1'
    const section = { ...passage('p8', 'settings.md', text, 9), heading: 'Which settings exist?' }
    const answer = answerByExtraction(asked, findings(asked, 1.4, { passages: [section] }))
    expect(answer.citations[0]?.quote).toBe(text)
  })

  it('quotes a sentence from two overlapping passages only once', () => {
    const again = { ...boat, passageId: 'p9', score: 11 }
    const answer = answerByExtraction(question, findings(question, 1.4, { passages: [boat, again] }))
    const quotes = answer.citations.map((citation) => citation.quote)
    expect(quotes.filter((quote) => quote.includes('every spring'))).toHaveLength(1)
  })

  /** As found: a score is how much of the question a passage covers. */
  const scored = (...scores: [fileName: string, score: number][]) =>
    scores.map(([fileName, score], at) => ({
      ...boat,
      passageId: `p${at}`,
      fileId: fileName,
      fileName,
      score,
    }))

  it.each([
    [0.54, false, 'Nothing'],
    [0.55, false, 'Closest'],
    [0.39, true, 'Nothing'],
    [0.4, true, 'Closest'],
    [0.49, true, 'Closest'],
    [0.5, true, 'Found'],
  ])('with coverage %f (tiny library: %s) and no lead, the outcome is %s', (coverage, tiny, outcome) => {
    const passages = scored(['a.txt', 0.5], ['b.txt', 0.5])
    const answer = answerByExtraction(question, findings(question, coverage, { tiny, passages }))
    expect(answer.outcome).toBe(outcome)
    expect(answer.citations.length > 0).toBe(outcome !== 'Nothing')
  })

  it.each([
    ['not far ahead of another file', scored(['a.txt', 0.7], ['a.txt', 0.3], ['b.txt', 0.46]), 'Closest'],
    [
      'far ahead of other files, not of its own',
      scored(['a.txt', 0.7], ['a.txt', 0.69], ['b.txt', 0.44]),
      'Found',
    ],
    ['the only file, and its last passage is near', scored(['a.txt', 0.7], ['a.txt', 0.46]), 'Closest'],
    ['the only file, and its last passage is far off', scored(['a.txt', 0.7], ['a.txt', 0.44]), 'Found'],
    ['alone', scored(['a.txt', 0.7]), 'Closest'],
  ])('with coverage 0.6, a quote is clear if it is far ahead: %s', (_, passages, outcome) => {
    expect(answerByExtraction(question, findings(question, 0.6, { passages })).outcome).toBe(outcome)
  })

  it('a quote without others to compare it with is clear if it covers enough', () => {
    const passages = scored(['a.txt', 0.7])
    expect(answerByExtraction(question, findings(question, 0.71, { passages })).outcome).toBe('Found')
  })

  it.each([
    ['How do I start the engine of a boat?', 'Found'],
    ['Can I start the engine?', 'Found'],
    ['How to start an engine?', 'Found'],
    ['Why does the engine start?', 'Closest'],
    ['How do I stop the engine?', 'Closest'],
  ])('the start of a section whose heading names what to do is clear: %s is %s', (asked, outcome) => {
    const section = {
      ...passage('p7', 'engines.md', 'Turn the key of the engine.', 0.6),
      heading: 'Starting up',
    }
    const passages = [section, { ...boat, score: 0.55 }]
    expect(answerByExtraction(asked, findings(asked, 0.56, { passages })).outcome).toBe(outcome)
  })

  it('says plainly whether the documents answer, may answer, or say nothing', () => {
    const said = (coverage: number) =>
      answerByExtraction(
        question,
        findings(question, coverage, { passages: scored(['a.txt', 0.6]) }),
      ).pieces.join('')
    expect(said(0.9)).toMatch(/^The documents say this\. /)
    expect(said(0.6)).toMatch(
      /^I’m not sure that the documents answer this\. The closest passage says this\. /,
    )
    expect(said(0.5)).toMatch(/^I found nothing about this in the documents\. /)
  })

  it('shows the best quote and offers two others by number', () => {
    const answer = answerByExtraction(question, findings(question, 1.4))
    expect(whole(answer).match(/^> /gm)).toHaveLength(1)
    expect(whole(answer)).toMatch(/Also found: \[2\] \[3\]$/)
    const quotes = answer.citations.map((citation) => citation.quote)
    expect(quotes).toHaveLength(3)
    expect(quotes[0]).toBe('The hull of a wooden boat is painted every spring with red lead.')
  })

  it('prefers a sentence with a year for "when" and one with a name for "who"', () => {
    const text =
      'The bridge was built by many hands. The bridge was built in 1893. The bridge was built by Ada Brook.'
    const first = (asked: string) =>
      answerByExtraction(asked, findings(asked, 1.4, { passages: [passage('b', 'b.txt', text, 9)] }))
        .citations[0]?.quote
    expect(first('When was the bridge built?')).toBe('The bridge was built in 1893.')
    expect(first('Who built the bridge?')).toBe('The bridge was built by Ada Brook.')
    expect(first('How was the bridge built?')).toBe('The bridge was built by many hands.')
  })

  it('finds the sentence with other forms of the words in a language without full stems', () => {
    const asked = 'Wie hoch sind Hafengebühren?'
    const text = 'Die Stadt ist alt. Die Gebühren für den Hafen betragen neun Kronen.'
    const found = findings(asked, 1.4, { passages: [passage('b', 'b.txt', text, 9)] })
    expect(answerByExtraction(asked, found).citations.map((citation) => citation.quote)).toEqual([
      'Die Gebühren für den Hafen betragen neun Kronen.',
    ])
  })

  it('refuses a question without any indexed term', () => {
    const answer = answerByExtraction('And then?', {
      terms: [],
      passages: [],
      searched: 500,
      coverage: 0,
      tiny: false,
    })
    expect(answer.outcome).toBe('Nothing')
  })

  it('says what to do if there is no library or no document', () => {
    expect(whole(answerByExtraction(question, null))).toMatch(/Link a file library/)
    const empty = answerByExtraction(question, findings(question, 0, { searched: 0, passages: [] }))
    expect(empty.outcome).toBe('NoDocuments')
    expect(whole(empty)).toMatch(/Add one/)
  })

  it('uses the language of the question', () => {
    expect(whole(answerByExtraction('متى يُطلى هيكل القارب؟', findings('hull', 0.1)))).toMatch(/لم أجد/)
  })

  it('shows document text as plain text, not as markup or a citation', () => {
    const hostile = passage(
      'p4',
      'h.txt',
      'The hull <img src=x onerror=alert(1)> is *painted* [2] in `red` with DATABASE_URL.',
      12,
    )
    const answer = answerByExtraction(question, findings(question, 1.4, { passages: [hostile] }))
    expect(whole(answer)).toContain(
      '\\<img src=x onerror=alert(1)\\> is \\*painted\\* \\[2\\] in \\`red\\` with DATABASE_URL. [1]',
    )
    expect(answer.citations[0]!.quote).toBe(hostile.text)
  })

  it('cuts an endless sentence at the maximum length of a citation', () => {
    const endless = passage('p5', 'e.txt', `hull ${'painted boat '.repeat(300)}`, 12)
    const [citation] = answerByExtraction(
      question,
      findings(question, 1.4, { passages: [endless] }),
    ).citations
    expect(citation!.quote.length).toBeLessThanOrEqual(1000)
    expect(endless.text).toContain(citation!.quote)
  })
  it('quotes the part of an endless sentence that matches best', () => {
    const noise = 'a_b*'.repeat(400)
    const text = `${noise} the hull of a wooden boat is painted in spring ${noise}`
    const endless = passage('p6', 'e.txt', text, 12)
    const [citation] = answerByExtraction(
      question,
      findings(question, 1.4, { passages: [endless] }),
    ).citations
    expect(citation!.quote).toContain('hull of a wooden boat is painted')
    expect(text).toContain(citation!.quote)
  })
})
