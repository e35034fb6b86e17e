import type { StreamedCitation, Usage } from '@parlance/contract/events'
import { inPieces } from '../../../engines/builtin/answerByExtraction.ts'
import { standaloneQuestion } from '../../../engines/builtin/standaloneQuestion.ts'
import { type BuiltInAnswer, builtInAnswer } from '../../../engines/builtin.ts'
import type { EngineResult, EngineWriter } from '../../../engines/engine.ts'
import { asAppError } from '../../../platform/http/server.ts'
import type { AnswerWriter, RunWriter } from '../../../platform/runs/run.ts'
import type { SentAttachment } from '../../attachments/index.ts'
import type { LibrarySearch } from '../../knowledge/index.ts'
import type { Execution } from '../execution/execution.ts'
import type { Turn } from '../record/store.ts'
import { citationsIn } from '../sources/citations.ts'
import { citedFileIds } from '../sources/citedFileIds.ts'
import { AnswerText } from './answerText.ts'
import { answerTextsFor } from './answerTexts.ts'
import { readAttached } from './attachedFiles.ts'
import { answerByModel, type ModelAnswer, type Searched } from './modelAnswer.ts'
import type { Answered, Answering, AnsweringNeeds, Question } from './question.ts'
import { builtInSummary } from './reading/builtInSummary.ts'
import { writeResearch } from './research/research.ts'
import { LONGEST_QUESTION, notRewritten, rewritingOf } from './rewriting.ts'
import { linkedLibraries, type SearchedLibraries, search } from './search.ts'
import { Sources } from './sources.ts'
import { Steps } from './steps.ts'
import { builtInTables } from './tables/builtInTables.ts'
import { builtInWeb } from './web/builtInWeb.ts'

/** Writes the answer to a question: searches, runs the engine, then reports citations and usage. */
export function createAnswering(needs: AnsweringNeeds) {
  return async (asked: Question, writer: RunWriter, signal: AbortSignal): Promise<Answered | null> => {
    writer.event('conversation-and-segment-id', {
      conversationId: asked.conversationId,
      conversationSegmentId: asked.segmentId,
    })
    const answering = begin(needs, asked, writer, signal)
    const { steps, text, texts, execution, sources } = answering
    writer.whileUnstored(texts.unstored)
    try {
      if (asked.lostDeployment !== null) steps.done('deployment', texts.deploymentLost(asked.lostDeployment))
      const { result, remembered } = await write(answering)
      asked.turnedOff?.throwIfAborted()
      text.flush()
      const citations = result.citations ?? citationsIn(text.whole(), sources.passages, sources.evidence)
      // Passages of whole documents are listed in the details only if they are cited.
      if (!result.citations) execution.found(sources.tell(citations.map((one) => Number(one.citationId))))
      const usage = totalUsage(execution, result.usage)
      writer.event('response-model', {
        conversationSegmentId: asked.segmentId,
        Citations: citations,
        errors: [],
        usage,
        reads: readsOf(answering),
        ...(result.isUnanswered && { isUnanswered: true }),
      })
      countCited(answering, citations)
      const answer = text.whole()
      return {
        answer,
        citedTitles: [...new Set(citations.map((one) => one.title))],
        remembered: remembered && {
          ...remembered,
          turns: [...remembered.turns, { ...turnOf(asked, answer), pictures: remembered.pictures }],
        },
      }
    } catch (cause) {
      text.flush()
      keepCitations(answering, writer)
      steps.fail()
      signal.throwIfAborted()
      report(answering, writer, asked.turnedOff?.aborted ? asked.turnedOff.reason : cause)
      return null
    } finally {
      await asked.spending.idle()
    }
  }
}

function begin(needs: AnsweringNeeds, asked: Question, writer: AnswerWriter, signal: AbortSignal): Answering {
  const { configuration, requestId, queuedAs: askedBy } = asked
  const { engines, log } = needs
  const execution = needs.executions.begin(asked.segmentId, asked.spending)
  execution.isVisitor = asked.turnedOff !== null
  execution.note('question.asked', {
    requestId,
    characters: asked.question.length,
    turns: asked.history.length + asked.unreadTurns,
    attachments: asked.attachments.length,
    images: asked.images.get(asked.segmentId)?.length ?? 0,
    languageEngine: configuration.languageEngine,
    deploymentName: configuration.deploymentName,
  })
  const steps = new Steps(writer, execution)
  const texts = answerTextsFor(asked.question)
  const text = new AnswerText(writer, {
    // Thoughts often quote the instructions, which are not for visitors.
    showsThoughts: asked.turnedOff === null,
    firstThought() {
      if (steps.isRunning('wait')) steps.done('wait', texts.waited)
      steps.begin('thinking', texts.thinking)
    },
    firstText() {
      execution.textCame()
      if (steps.isRunning('wait')) steps.done('wait', texts.waited)
    },
    thoughtEnds: () => steps.done('thinking', texts.thought),
  })
  const helper =
    configuration.languageEngine === 'BuiltIn'
      ? null
      : { engines, log, helpers: asked.helpers, requestId, askedBy, execution, spending: asked.spending }
  return {
    needs,
    asked,
    execution,
    steps,
    text,
    texts,
    sources: new Sources(needs.sourceMark(asked.conversationId)),
    offersWhole: false,
    helper,
    signal: asked.turnedOff ? AbortSignal.any([signal, asked.turnedOff]) : signal,
  }
}

async function write(answering: Answering): Promise<ModelAnswer> {
  const { asked, text, execution, helper, signal } = answering
  const libraries = await findLibraries(answering)
  if (asked.research) return writeResearch(answering, asked.research, libraries)
  if (helper) return answerByModel(answering, libraries, (rest) => searchFirst(answering, rest))
  execution.details.history.leftOut = asked.history.length + asked.unreadTurns
  const summary = await builtInSummary(answering, libraries)
  if (summary) {
    for (const piece of inPieces(summary.text)) text.text(piece)
    return {
      result: { usage: null, citations: summary.citations, toolCalls: [], finish: 'Stop' },
      remembered: null,
    }
  }
  const ofTable = await builtInTables(answering, libraries)
  signal.throwIfAborted()
  if (ofTable) for (const piece of inPieces(ofTable.text)) text.text(piece)
  if (ofTable?.kind === 'Answer')
    return {
      result: { usage: null, citations: ofTable.citations, toolCalls: [], finish: 'Stop' },
      remembered: null,
    }
  if (ofTable) text.paragraph()
  const guessed = ofTable?.kind === 'Guess' ? ofTable.citations : []
  const searched = libraries && (await searchFirst(answering, libraries))
  signal.throwIfAborted()
  const setting = { isVisitor: asked.turnedOff !== null, numberedAfter: guessed.length }
  const ofFiles = builtInAnswer({ question: asked.question, found: searched?.found?.best ?? null, setting })
  if (guessed.length > 0) return { result: afterGuess(guessed, ofFiles, text), remembered: null }
  const ofWeb = ofFiles.isUnanswered ? await builtInWeb(answering) : null
  signal.throwIfAborted()
  return { result: (ofWeb ?? ofFiles).write(text), remembered: null }
}

/** A guess can be about something else than the question, so what is in the files follows it, if anything. */
function afterGuess(
  guessed: readonly StreamedCitation[],
  ofFiles: BuiltInAnswer,
  text: EngineWriter,
): EngineResult {
  const rest = ofFiles.isUnanswered ? null : ofFiles.write(text)
  const citations = [...guessed, ...(rest?.citations ?? [])]
  return { usage: null, citations, toolCalls: [], finish: 'Stop' }
}

/** The answered question as a turn of the history, for the questions after it. */
function turnOf({ segmentId, question, attachments }: Question, answer: string): Turn {
  return { segmentId, question, answer, status: 'Completed', summary: null, attachments }
}

/** Returns what can be searched for this question, or null if there is nothing. */
async function findLibraries(answering: Answering): Promise<SearchedLibraries | null> {
  const { needs, asked, steps, texts, signal } = answering
  const { configuration, history } = asked
  const links = configuration.dataSources
  if (!configuration.capabilityTypes.includes('FileSearch') || !(await needs.isFileSearchOn())) {
    for (const { attachmentId, originalFileName } of asked.attachments)
      steps.failed(`read-${attachmentId}`, texts.notSearched(originalFileName))
    return null
  }
  const {
    libraryIds: attachedIds,
    dataSourceIds: attachedSourceIds,
    newLibraryIds: newAttachedIds,
    own: newAttachments,
  } = await readAttached(
    needs.attachments,
    { own: asked.attachments, earlier: distinctAttachments(history) },
    texts,
    steps,
    signal,
  )
  if (links.length === 0 && attachedIds.length === 0) return null
  return { ...linkedLibraries(links), attachedIds, attachedSourceIds, newAttachedIds, newAttachments }
}

function distinctAttachments(history: readonly Turn[]): SentAttachment[] {
  const all = history.flatMap((turn) => turn.attachments)
  return [...new Map(all.map((file) => [file.attachmentId, file])).values()]
}

/**
 * Searches for the question at once, before any model is asked. A follow-up that refers to what was said gets words
 * of earlier turns. A model rewrites it too, but only later searches use that.
 */
async function searchFirst(answering: Answering, libraries: SearchedLibraries): Promise<Searched> {
  const { needs, asked, execution, steps, texts, helper, signal } = answering
  const { question } = asked
  // BuiltIn quotes what its confidence is measured by.
  const begun = needs.knowledge.searchIn(libraries, { wordsOnly: !helper })
  const searched = await searchedQuestion(asked, begun)
  const isChanged = searched !== question
  if (isChanged && helper)
    steps.done('question', texts.searchedAs(searched), { input: question, output: searched })
  execution.details.questionAsSearched = searched
  steps.begin('search', texts.searching, { input: searched })
  const found = await search(needs.knowledge, begun, libraries, searched)
  const passages = helper ? found.passages : (found.best?.passages ?? [])
  steps.done('search', texts.searched(passages.length))
  if (found.unsearched > 0) steps.failed('unsearched', texts.unsearched(found.unsearched))
  execution.note('search.finished', {
    passages: passages.length,
    searched: found.best?.searched ?? 0,
    coverage: found.best?.coverage ?? 0,
    byMeaning: found.best?.byMeaning ?? 0,
  })
  if (!helper) execution.found(answering.sources.add(passages).added)
  return { found, rewriting: isChanged && helper ? rewritingOf(asked, helper, signal) : notRewritten }
}

/** Returns the question with what a follow-up leaves out. */
async function searchedQuestion(
  { question, history, citedTitles }: Question,
  begun: LibrarySearch,
): Promise<string> {
  if (question.length > LONGEST_QUESTION) return question
  const earlierQuestions = history.map((turn) => turn.question).toReversed()
  return standaloneQuestion({
    question,
    earlierQuestions,
    citedTitles,
    isIndexed: (terms) => begun.indexedTerms(terms),
  })
}

/** Returns the whole usage including helper calls, or what the engine reported if no call was counted. */
function totalUsage(execution: Execution, told: Usage | null): Usage | null {
  return execution.usage() ?? told
}

const readsOf = ({ sources, offersWhole, asked }: Answering) =>
  sources.reads(offersWhole ? { inputPrice: asked.inputPrice } : null)

/** Counts the cited files in the background. An answer doesn’t wait for it, and doesn’t fail because of it. */
function countCited({ needs, execution }: Answering, citations: readonly { path: string }[]): void {
  const fileIds = citedFileIds(citations)
  if (fileIds.length === 0) return
  needs.knowledge.cited(fileIds).catch((cause: unknown) => {
    execution.note('citations.notCounted', { code: asAppError(cause).code })
  })
}

/** Keeps the sources of a partial answer that was stopped or failed. */
function keepCitations(answering: Answering, writer: AnswerWriter): void {
  const { text, sources, asked, execution } = answering
  const citations = citationsIn(text.whole(), sources.passages, sources.evidence)
  execution.found(sources.tell(citations.map((one) => Number(one.citationId))))
  const usage = execution.usage()
  if (citations.length === 0 && usage === null) return
  writer.event('response-model', {
    conversationSegmentId: asked.segmentId,
    Citations: citations,
    errors: [],
    usage,
    reads: readsOf(answering),
  })
}

function report({ needs, asked, execution }: Answering, writer: AnswerWriter, cause: unknown): void {
  const failure = asAppError(cause)
  const fields = { runOf: asked.segmentId, requestId: asked.requestId, code: failure.code }
  execution.note('answer.failed', { code: failure.code })
  if (failure.code === 'server.failed') needs.log.error('answer.failed', fields, cause)
  else needs.log.warn('answer.refused', fields, cause)
  // Server errors are distinct from provider errors: clients log them and wait for the end.
  writer.event(failure.code === 'server.failed' ? 'internal-server-error' : 'error', {
    text: failure.message,
    code: failure.code,
    requestId: asked.requestId,
  })
}
