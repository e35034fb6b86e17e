import { saysIn } from './says.ts'
import { readAnswer } from './statement.ts'

/** A place that an answer has to cite. */
interface ExpectedPlace {
  fileId: string
  /** Null if any page will do. */
  page: number | null
  /** Null if any passage will do. */
  passageId: string | null
}

export interface Expected {
  expectedFacts: readonly string[]
  forbidden: readonly string[]
  expectedCitations: readonly ExpectedPlace[]
  expectRefusal: boolean
}

export interface GivenAnswer {
  text: string
  /** Whether the engine said that it can’t answer. */
  refused: boolean
  citations: readonly { fileId: string | null; page: number | null; passageId: string | null }[]
}

export interface Scored {
  passed: boolean
  /**
   * The share of what was expected, from 0 to 1. 0 if something forbidden is said, or if it refuses and shouldn’t, or
   * the other way round.
   */
  score: number
  factsFound: boolean[]
  forbiddenFound: boolean[]
  citationsFound: boolean[]
}

/** Longer answers are cut, because the time is limited. No model writes more. */
const LONGEST = 1_000_000

/** Compares an answer with what a case expects, without a language model: the same answer always scores the same. */
export function scoreAnswer(expected: Expected, given: GivenAnswer): Scored {
  const answer = readAnswer(given.text.slice(0, LONGEST))
  const factsFound = expected.expectedFacts.map((fact) => saysIn(answer, fact))
  const forbiddenFound = expected.forbidden.map((statement) => saysIn(answer, statement))
  const citationsFound = expected.expectedCitations.map((place) =>
    given.citations.some((cited) => isSamePlace(place, cited)),
  )
  const checks = [...factsFound, ...citationsFound]
  const isWrong = forbiddenFound.includes(true) || !refusesAsExpected(expected, given)
  const score = isWrong ? 0 : checks.length === 0 ? 1 : checks.filter((found) => found).length / checks.length
  return { passed: score === 1, score, factsFound, forbiddenFound, citationsFound }
}

const isSamePlace = (
  { fileId, page, passageId }: ExpectedPlace,
  cited: GivenAnswer['citations'][number],
): boolean =>
  cited.fileId === fileId &&
  (page === null || cited.page === page) &&
  (passageId === null || cited.passageId === passageId)

/** A refusal says nothing forbidden, so it is fine if nothing else is expected. */
function refusesAsExpected(expected: Expected, { refused }: GivenAnswer): boolean {
  if (expected.expectRefusal) return refused
  const expectsOnlyForbidden =
    expected.forbidden.length > 0 && expected.expectedFacts.length + expected.expectedCitations.length === 0
  return !refused || expectsOnlyForbidden
}
