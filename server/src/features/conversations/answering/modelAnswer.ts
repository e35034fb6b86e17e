import { mostAnswerTokens } from '../../../engines/answerTokens.ts'
import type { AnswerRequest, EngineResult } from '../../../engines/engine.ts'
import type { Deployment } from '../../../engines/registry.ts'
import type { Pictures } from '../visionImages/pictures.ts'
import type { Remembered, ShownTurn } from './history.ts'
import { composePrompt, type Prompt, promptRoom } from './prompt.ts'
import type { Answering } from './question.ts'
import type { Rewriting } from './rewriting.ts'
import { distinct, type Found, type SearchedLibraries, searchAgain } from './search.ts'
import type { SearchToolNeeds } from './searchTool.ts'
import { answerInTurns } from './toolLoop.ts'

/** The share of a prompt's room that images can take, leaving the rest for passages and history. */
const PICTURES_SHARE = 0.5

/** What was found before the model is asked. */
export interface Searched {
  /** Null if there is nothing to search. */
  libraries: SearchedLibraries | null
  found: Found | null
  rewriting: Rewriting
}

export interface ModelAnswer {
  result: EngineResult
  /** The history as the model saw it; null if no model was asked. */
  remembered: Remembered | null
}

/** Writes a language model's answer from the first search and the model's own searches. */
export async function answerByModel(
  answering: Answering,
  { libraries, found, rewriting }: Searched,
): Promise<ModelAnswer> {
  const { asked, execution, steps, text, texts, sources, needs } = answering
  const { configuration } = asked
  const restricted = configuration.restrictAnswerToInformationReturnedByTools
  const searches = libraries !== null
  const isEmpty = (found?.passages.length ?? 0) === 0
  if (restricted && isEmpty && !searches) return { result: nothingFound(answering), remembered: null }
  const engines = await needs.engines.current()
  const { deploymentName, languageEngine } = configuration
  const deployment = engines.findDeployment(languageEngine, deploymentName)
  const { prompt, history } = await compose(answering, { found, searches, deployment })
  tellPrompt(answering, prompt)
  text.hold(restricted && isEmpty)
  const result = await answerInTurns({
    engine: engines.find(languageEngine),
    request: requestOf(answering, prompt),
    tool: libraries && toolOf(answering, libraries, prompt, rewriting),
    text,
    execution,
    spending: asked.spending,
    mostTokens: mostAnswerTokens(configuration, deployment),
    onAsked: rewriting.begin,
    onRound: () => text.hold(restricted && sources.passages.length === 0),
  })
  execution.note('answer.written', { deploymentName, characters: text.whole().length })
  const { contextTokens } = deployment
  const remembered = { turns: history, room: prompt.historyRoom, contextTokens }
  if (restricted && sources.passages.length === 0)
    return { result: { ...nothingFound(answering), usage: result.usage }, remembered }
  if (result.finish === 'Length') steps.done('length', texts.cutByLength)
  else if (text.whole().trim() === '') text.text(texts.onlySearched)
  return { result, remembered }
}

/** The fixed answer of an agent that can answer only from its sources when there are none. */
function nothingFound({ text, texts }: Answering): EngineResult {
  text.hold(false)
  text.text(texts.nothingFound)
  return { usage: null, citations: [], toolCalls: [], finish: 'Stop' }
}

async function compose(
  answering: Answering,
  { found, searches, deployment }: { found: Found | null; searches: boolean; deployment: Deployment },
): Promise<{ prompt: Prompt; history: ShownTurn[] }> {
  const { asked, sources } = answering
  const { configuration, segmentId } = asked
  const answerTokens = Math.min(configuration.maxTokens, deployment.maxOutputTokens)
  const room = promptRoom(deployment.contextTokens, answerTokens)
  const pictures = await picturesOf(answering, room * PICTURES_SHARE)
  const history = asked.history.map((turn) => ({ ...turn, pictures: pictures.get(turn.segmentId) ?? [] }))
  const prompt = composePrompt({
    systemPrompt: configuration.systemPrompt,
    restricted: configuration.restrictAnswerToInformationReturnedByTools,
    sources: found ? sources : null,
    found: found?.passages ?? [],
    searches,
    history,
    unreadTurns: asked.unreadTurns,
    question: asked.question,
    pictures: pictures.get(segmentId) ?? [],
    room,
  })
  return { prompt, history }
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

/** Records what the model is given, and says when earlier messages were left out or summarized. */
function tellPrompt({ execution, steps, texts }: Answering, prompt: Prompt): void {
  const { turns, summarised, leftOut } = prompt.history
  execution.details.history = { turns, summarised, leftOut }
  execution.prompt = prompt.stored
  execution.found(prompt.added)
  const told = [
    ...(summarised > 0 ? [texts.summarised(summarised)] : []),
    ...(leftOut > 0 ? [texts.leftOut(leftOut)] : []),
  ]
  if (told.length > 0) steps.done('history', told.join(' · '))
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

function toolOf(
  answering: Answering,
  libraries: SearchedLibraries,
  prompt: Prompt,
  rewriting: Rewriting,
): SearchToolNeeds {
  const { needs, asked, sources, execution, steps, texts } = answering
  return {
    async searchAgain(query, fileName) {
      // A search in one file is about that file.
      const rewritten = fileName === null ? rewriting.take() : null
      const found = await searchAgain(needs.knowledge, libraries, query, fileName)
      if (rewritten === null) return found
      steps.done('rewritten', texts.searchedAs(rewritten), { input: asked.question, output: rewritten })
      return distinct([...found, ...(await searchAgain(needs.knowledge, libraries, rewritten, null))])
    },
    sources,
    execution,
    steps,
    texts,
    room: { left: prompt.left },
  }
}
