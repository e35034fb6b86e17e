import type { CaseResult } from '../data/api.ts'
import type { TestsText } from '../lang/en.ts'

/** Something that was checked in an answer. */
interface Check {
  /** The expected text or the name of the file; empty for the answer as a whole. */
  text: string
  isGood: boolean
  /** What was found out. */
  verdict: string
}

export interface CheckGroup {
  key: 'expectedFacts' | 'expectedCitations' | 'forbidden' | 'refusal'
  checks: Check[]
}

/** Everything that was checked in an answer, what was expected first. */
export function checkGroups(result: CaseResult, t: TestsText): CheckGroup[] {
  const { facts, citations, forbidden } = result
  const groups: CheckGroup[] = [
    { key: 'refusal', checks: refusalChecks(result, t) },
    {
      key: 'expectedFacts',
      checks: facts.map(({ text, found }) => ({
        text,
        isGood: found,
        verdict: t(found ? 'factFound' : 'factMissing'),
      })),
    },
    {
      key: 'expectedCitations',
      checks: citations.map(({ fileName, page, found, missing }) => {
        const name = fileName ?? t('fileGone')
        return {
          text: page === null ? name : t('citationPage', { name, page }),
          isGood: found,
          verdict: t(found ? 'citationFound' : missing ? 'citationFileGone' : 'citationMissing'),
        }
      }),
    },
    {
      key: 'forbidden',
      checks: forbidden.map(({ text, found }) => ({
        text,
        isGood: !found,
        verdict: t(found ? 'forbiddenSaid' : 'forbiddenNotSaid'),
      })),
    },
  ]
  return groups.filter(({ checks }) => checks.length > 0)
}

/** A refusal is good if it is expected, and also if the case only forbids something. */
function refusalChecks({ expectRefusal, refused, facts, citations, forbidden }: CaseResult, t: TestsText) {
  const say = (isGood: boolean, key: Parameters<TestsText>[0]): Check[] => [
    { text: '', isGood, verdict: t(key) },
  ]
  if (expectRefusal) return refused ? say(true, 'refusedAsExpected') : say(false, 'notRefused')
  const expected = facts.length + citations.length
  if (refused) return say(expected === 0 && forbidden.length > 0, 'refusedUnexpectedly')
  return expected + forbidden.length === 0 ? say(true, 'nothingChecked') : []
}
