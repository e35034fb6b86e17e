import { mostAnswerTokens } from '../../../engines/answerTokens.ts'
import type { AnswerRequest, EngineResult } from '../../../engines/engine.ts'
import type { Deployment } from '../../../engines/registry.ts'
import { cutToTokens } from '../execution/tokens.ts'
import { callHelper, type HelperNeeds } from '../models/helperCalls.ts'
import { framed, helperInstructions } from '../models/helperPrompts.ts'
import type { Turn } from '../record/store.ts'
import type { Pictures } from '../visionImages/pictures.ts'
import { SUMMARY_TOKENS, type Summarize } from './history.ts'
import { composePrompt, type Prompt, promptRoom } from './prompt.ts'
import type { Answering } from './question.ts'
import { type Found, type SearchedLibraries, searchAgain } from './search.ts'
import type { SearchToolNeeds } from './searchTool.ts'
import { answerInTurns } from './toolLoop.ts'

/** The share of a prompt's room that images can take, leaving the rest for passages and history. */
const PICTURES_SHARE = 0.5
const SUMMARY_BOUND_MS = 20_000
const SUMMARY_CHARACTERS = 4000
/** The share of the context that is summarized at once, and how much of a single text is read. */
const SUMMED_SHARE = 0.5
const SUMMED_TEXT_CHARACTERS = 4000

/** Writes a language model's answer from the first search and the model's own searches. */
export async function answerByModel(
  answering: Answering,
  helper: HelperNeeds,
  libraries: SearchedLibraries | null,
  found: Found | null,
): Promise<EngineResult> {
  const { asked, execution, steps, text, texts, sources, needs } = answering
  const { configuration } = asked
  const restricted = configuration.restrictAnswerToInformationReturnedByTools
  const searches = libraries !== null
  const isEmpty = (found?.passages.length ?? 0) === 0
  if (restricted && isEmpty && !searches) return nothingFound(answering)
  const engines = await needs.engines.current()
  const { deploymentName, languageEngine } = configuration
  const deployment = engines.findDeployment(languageEngine, deploymentName)
  const prompt = await compose(answering, helper, { found, searches, deployment })
  tellPrompt(answering, prompt)
  text.hold(restricted && isEmpty)
  const result = await answerInTurns({
    engine: engines.find(languageEngine),
    request: requestOf(answering, prompt),
    tool: libraries && toolOf(answering, libraries, prompt),
    text,
    execution,
    spending: asked.spending,
    mostTokens: mostAnswerTokens(configuration, deployment),
    onRound: () => text.hold(restricted && sources.passages.length === 0),
  })
  execution.note('answer.written', { deploymentName, characters: text.whole().length })
  if (restricted && sources.passages.length === 0) return { ...nothingFound(answering), usage: result.usage }
  if (result.finish === 'Length') steps.done('length', texts.cutByLength)
  else if (text.whole().trim() === '') text.text(texts.onlySearched)
  return result
}

/** The fixed answer of an agent that can answer only from its sources when there are none. */
function nothingFound({ text, texts }: Answering): EngineResult {
  text.hold(false)
  text.text(texts.nothingFound)
  return { usage: null, citations: [], toolCalls: [], finish: 'Stop' }
}

async function compose(
  answering: Answering,
  helper: HelperNeeds,
  { found, searches, deployment }: { found: Found | null; searches: boolean; deployment: Deployment },
): Promise<Prompt> {
  const { asked, sources } = answering
  const { configuration, segmentId } = asked
  const answerTokens = Math.min(configuration.maxTokens, deployment.maxOutputTokens)
  const room = promptRoom(deployment.contextTokens, answerTokens)
  const pictures = await picturesOf(answering, room * PICTURES_SHARE)
  return composePrompt({
    systemPrompt: configuration.systemPrompt,
    restricted: configuration.restrictAnswerToInformationReturnedByTools,
    sources: found ? sources : null,
    found: found?.passages ?? [],
    searches,
    history: asked.history.map((turn) => ({ ...turn, pictures: pictures.get(turn.segmentId) ?? [] })),
    unreadTurns: asked.unreadTurns,
    question: asked.question,
    pictures: pictures.get(segmentId) ?? [],
    room,
    summarize: summarizer(answering, helper, deployment.contextTokens),
  })
}

/** Returns the images that the model sees with the text. Reports images that it can't see once. */
async function picturesOf(
  { asked, needs, steps, texts }: Answering,
  tokens: number,
): Promise<Pictures['ofTurns']> {
  const { images, sees, history, segmentId, configuration } = asked
  if (images.size === 0) return new Map()
  if (!sees) {
    const isRule = configuration.restrictAnswerToInformationReturnedByTools
    steps.failed('images', isRule ? texts.notSeenByRule : texts.notSeen)
    return new Map()
  }
  const order = [...history.map((turn) => turn.segmentId), segmentId]
  const { ofTurns, leftOut } = await needs.readPictures(images, { order, tokens })
  if (leftOut > 0) steps.done('images', texts.imagesLeftOut(leftOut))
  return ofTurns
}

function summarizer(answering: Answering, helper: HelperNeeds, contextTokens: number): Summarize {
  const { steps, texts, needs, signal } = answering
  return async (before, turns) => {
    steps.begin('history', texts.summarizing)
    const spoken = turns.map(spokenTurn).join('\n\n')
    const known = before === null ? '' : `Summary so far:\n${before}\n\n`
    const material = cutToTokens(`${known}${spoken}`, contextTokens * SUMMED_SHARE)
    const summary = await callHelper(
      helper,
      {
        purpose: 'Summary',
        system: helperInstructions.Summary,
        user: framed([['conversation', material, material.length]]),
        maxTokens: SUMMARY_TOKENS,
        boundMs: SUMMARY_BOUND_MS,
        longestCharacters: SUMMARY_CHARACTERS,
      },
      signal,
    )
    const last = turns.at(-1)
    if (summary === null || !last) return null
    // The next questions reuse this summary. If storing it fails, they write it again.
    await needs
      .keepSummary(last.segmentId, summary)
      .catch((cause: unknown) => needs.log.warn('summary.storeFailed', {}, cause))
    return summary
  }
}

function spokenTurn({ question, answer }: Turn): string {
  return `Question: ${question.slice(0, SUMMED_TEXT_CHARACTERS)}\nAnswer: ${answer.slice(0, SUMMED_TEXT_CHARACTERS)}`
}

/** Records what the model is given, and says when earlier messages were left out or summarized. */
function tellPrompt({ execution, steps, texts }: Answering, prompt: Prompt): void {
  const { turns, summarised, leftOut } = prompt.history
  execution.details.history = { turns, summarised, leftOut }
  execution.prompt = prompt.stored
  execution.found(prompt.added)
  if (summarised > 0) steps.done('history', texts.summarised(summarised))
  else if (leftOut > 0) steps.done('history', texts.leftOut(leftOut))
  execution.note('prompt.composed', {
    messages: prompt.messages.length,
    sources: prompt.numbers.length,
    turns,
    summarised,
    leftOut,
  })
}

function requestOf(answering: Answering, prompt: Prompt): Omit<AnswerRequest, 'tools'> {
  const { asked, steps, texts, signal } = answering
  const { configuration } = asked
  return {
    deploymentName: configuration.deploymentName,
    messages: prompt.messages,
    temperature: configuration.temperature,
    topP: configuration.topP,
    frequencyPenalty: configuration.frequencyPenalty,
    maxTokens: configuration.maxTokens,
    reasoningEffort: configuration.reasoningEffort,
    requestId: asked.requestId,
    askedBy: asked.askedBy,
    signal,
    onWait: (seconds) => steps.begin('wait', texts.waiting(seconds)),
  }
}

function toolOf(answering: Answering, libraries: SearchedLibraries, prompt: Prompt): SearchToolNeeds {
  const { needs, sources, execution, steps, texts } = answering
  return {
    searchAgain: (query, fileName) => searchAgain(needs.knowledge, libraries, query, fileName),
    sources,
    execution,
    steps,
    texts,
    room: { left: prompt.left },
  }
}
