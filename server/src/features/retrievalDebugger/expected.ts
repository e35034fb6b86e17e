import type { Answer } from '@parlance/contract/endpoint'
import type { retrievalDebugger } from '@parlance/contract/retrievalDebugger'
import type { PromptPreview } from '../conversations/index.ts'
import { isInFolders, type Knowledge, type PassageState, type Visible } from '../knowledge/index.ts'
import type { Scope } from './scope.ts'
import { passageOf } from './shapes.ts'
import type { Steps } from './steps.ts'

type Explained = NonNullable<Answer<typeof retrievalDebugger.debugRetrieval>['steps']>
export type Expected = NonNullable<Explained['expected']>
type Lost = NonNullable<Expected['lost']>

interface Search {
  scope: Scope
  steps: Steps
  /** The passages that were found, and those of them whose scores aren't too low. */
  foundIds: ReadonlySet<string>
  returnedIds: ReadonlySet<string>
  minimumScore: number | null
  prompt: PromptPreview | null
}

interface Explainable {
  passageId: string
  question: string
  /** The words of the question by their terms. */
  words: ReadonlyMap<string, string>
  /** The libraries whose passages can be told too. */
  othersVisible: Visible
}

/** Says why a passage is or isn't among what was found. */
export async function explainExpected(
  { explaining }: Pick<Knowledge, 'explaining'>,
  { passageId, question, words, othersVisible }: Explainable,
  search: Search,
): Promise<Expected> {
  const state = await explaining.passageState(passageId)
  if (!state || !isTold(state, search.scope, othersVisible)) return { ...unknown, passageId }
  const { passage, fileState } = state
  const terms = search.steps.by?.terms ?? []
  const wordOf = ({ term }: { term: string }) => words.get(term) ?? term
  const own = explaining.termsIn(passage)
  const told = {
    passageId,
    passage: passageOf(passage),
    fileState,
    commonWords: terms.filter(({ term }) => own.has(term)).map(wordOf),
    missingWords: terms.filter(({ term }) => !own.has(term)).map(wordOf),
    otherScript: scriptOf(question) !== scriptOf(passage.text),
    scores: search.steps.scoresOf(passageId),
    lost: null,
  }
  const found = foundOutcome(state, search)
  if (found) return { ...told, outcome: found, lost: lostInResult(passageId, found, search) }
  const lost = await lostIn(explaining, state, search.steps)
  const isWithoutTerms = told.commonWords.length === 0 && told.scores.length === 0
  return { ...told, outcome: isWithoutTerms ? 'NoCommonTerm' : 'Outranked', lost }
}

const unknown: Omit<Expected, 'passageId'> = {
  outcome: 'NotFound',
  passage: null,
  fileState: null,
  commonWords: [],
  missingWords: [],
  otherScript: false,
  scores: [],
  lost: null,
}

function isTold({ passage: { dataSourceId }, folder }: PassageState, scope: Scope, others: Visible): boolean {
  if (others === 'all' || others.includes(dataSourceId)) return true
  return scope.dataSourceIds.includes(dataSourceId) && isInFolders(folder, scope.folders.get(dataSourceId))
}

/** Returns what doesn't depend on ranks; null if the search itself left the passage out. */
function foundOutcome(
  { passage, folder, isSearchable }: PassageState,
  { scope, returnedIds, foundIds, prompt }: Search,
): Expected['outcome'] | null {
  const { dataSourceId, fileId, passageId } = passage
  if (!scope.dataSourceIds.includes(dataSourceId)) return 'OtherLibrary'
  if (!isInFolders(folder, scope.folders.get(dataSourceId))) return 'OtherFolder'
  if (!isSearchable) return 'NotSearchable'
  if (prompt?.files.some((one) => one.fileId === fileId)) return 'ReadWhole'
  if (!foundIds.has(passageId)) return null
  if (!returnedIds.has(passageId)) return 'BelowMinimum'
  const fate = prompt?.passages.find((one) => one.passageId === passageId)?.fate
  return fate === 'NoRoom' ? 'NoRoom' : 'Found'
}

function lostInResult(passageId: string, outcome: Expected['outcome'], search: Search): Lost | null {
  if (outcome !== 'BelowMinimum') return null
  const score = search.steps.scoresOf(passageId).at(-1)?.score ?? null
  return { stage: 'Final', score, needed: search.minimumScore }
}

/** Returns the first step that left a passage out although there was something to find. */
async function lostIn(
  explaining: Knowledge['explaining'],
  { passage }: PassageState,
  steps: Steps,
): Promise<Lost | null> {
  const { by } = steps
  if (!by) return null
  const scores = steps.scoresOf(passage.passageId)
  const last = scores.at(-1)
  if (last) {
    const final = steps.stages.find(([stage]) => stage === 'Final')?.[1]
    return { stage: 'Final', score: last.score, needed: final?.at(-1)?.score ?? null }
  }
  const words = steps.stages.find(([stage]) => stage === 'Words')?.[1] ?? []
  const score = await explaining.scoreOf(
    passage.passageId,
    by.terms.filter((one) => one.passages > 0),
    by.averageLength,
  )
  return { stage: 'Words', score, needed: words.length >= by.candidates.words ? words.at(-1)!.score : null }
}

const scripts = {
  Latin: /\p{Script=Latin}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Asian: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu,
}

/** Returns the script of most letters of a text. */
function scriptOf(text: string): string {
  const counted = Object.entries(scripts).map(
    ([name, letters]) => [name, text.match(letters)?.length ?? 0] as const,
  )
  return counted.reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}
