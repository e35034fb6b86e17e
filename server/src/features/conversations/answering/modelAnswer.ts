import { mostAnswerTokens } from '../../../engines/answerTokens.ts'
import type { AnswerRequest, EngineResult } from '../../../engines/engine.ts'
import type { PromptRedaction } from '../../../engines/redaction/promptRedaction.ts'
import type { Deployment, EngineRegistry } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import { instructionsText } from '../../customInstructions/index.ts'
import type { ReadableFile } from '../../knowledge/index.ts'
import { cutToTokens, estimateTokens } from '../execution/tokens.ts'
import { withoutImagePaths } from '../generatedImages/imagePaths.ts'
import { readsFiles, readsOthersText } from '../record/store.ts'
import type { Pictures } from '../visionImages/pictures.ts'
import { type DocumentsText, documentsText, mostOfDocuments } from './canvas/documentsText.ts'
import { documentTools } from './canvas/documentTools.ts'
import { codeTools } from './code/codeTools.ts'
import type { Remembered, ShownTurn } from './history.ts'
import { imageTools } from './images/imageTools.ts'
import { memoryOf, promptMemories } from './memory/promptMemories.ts'
import { rememberTool } from './memory/rememberTool.ts'
import { pageText } from './pageContext.ts'
import { composePrompt, documentRoom, type Prompt, type PromptNeeds, roomOf, wholeTokens } from './prompt.ts'
import type { Answering } from './question.ts'
import { keptNotes, readingTaskOf } from './reading/keptNotes.ts'
import { type Opening, openFiles } from './reading/opening.ts'
import { type FileNotes, partTokensIn, readInParts } from './reading/parts.ts'
import { readFileTool } from './reading/readFileTool.ts'
import { wholeTokensOf } from './reading/wholeDocuments.ts'
import { asksForWhole, namesDocument } from './reading/wholeTask.ts'
import { redactedPrompt } from './redactedPrompt.ts'
import { notRewritten, type Rewriting } from './rewriting.ts'
import { distinct, type Found, type SearchedLibraries, searchAgain } from './search.ts'
import { type FileToolNeeds, searchTool } from './searchTool.ts'
import { type DescribedTables, describedTables } from './tables/describedTables.ts'
import { queryTableTool } from './tables/queryTableTool.ts'
import type { AnswerTool } from './toolCalls.ts'
import { answerInTurns } from './toolLoop.ts'
import { searchWebTool } from './web/searchWebTool.ts'

/** What is read in parts without asking, and on request, in tokens: a thousand pages, and twenty thousand. */
const MOST_UNASKED_TOKENS = 200_000
const MOST_ASKED_TOKENS = 4_000_000
/** What is read without asking, as a share of what is left of a usage limit. */
const UNASKED_SHARE = 0.1
/** The number of earlier turns that are given along with a question when files are read in parts. */
const MOST_TURNS = 2
const PROGRESS_MS = 250
/** The share of the room for documents that notes of files can take. */
const NOTES_SHARE = 0.6
/** The most files of libraries that are read as a whole on request. */
const MOST_LINKED = 20
/** Estimates are generous: a text has at least this share of its estimated tokens. */
const SURE_SHARE = 0.5
/** The share of a prompt's room that what the user wrote for all agents can take, for models with a small context. */
const CUSTOM_INSTRUCTIONS_SHARE = 0.2
/** The share of a prompt's room that images can take, leaving the rest for passages and history. */
const PICTURES_SHARE = 0.5

/** What the first search found, and the question as a model rewrites it meanwhile. */
export interface Searched {
  found: Found | null
  rewriting: Rewriting
}

export interface ModelAnswer {
  result: EngineResult
  /** The history as the model saw it; null if no model was asked. */
  remembered: Remembered | null
}

/**
 * Writes a language model's answer: reads attachments that fit as a whole, searches the rest with `searchFirst`, and
 * lets the model search and read on. `libraries` is null if the answer has no files.
 */
export async function answerByModel(
  answering: Answering,
  libraries: SearchedLibraries | null,
  searchFirst: (libraries: SearchedLibraries) => Promise<Searched>,
): Promise<ModelAnswer> {
  const { asked, needs } = answering
  const engines = await needs.engines.current()
  const deployment = engines.findDeployment(
    asked.configuration.languageEngine,
    asked.configuration.deploymentName,
  )
  const { systemPrompt } = asked.configuration
  const instructionTokens = estimateTokens(systemPrompt)
  if (instructionTokens * SURE_SHARE > deployment.contextTokens) throw new AppError('engine.instructions')
  const basis = await basisOf(answering, deployment)
  // Which files of libraries a question is about shows only in what is found.
  const byFound = asked.readWhole && (libraries?.dataSourceIds.length ?? 0) > 0
  const before = libraries && byFound ? await searchFirst(libraries) : null
  const opening =
    libraries && (await open(answering, libraries, basis, { deployment, found: before?.found ?? null }))
  const searched =
    before ?? (opening?.rest ? await searchFirst(opening.rest) : { found: null, rewriting: notRewritten })
  answering.signal.throwIfAborted()
  try {
    const tables = libraries && (await tablesOf(answering, libraries, searched.found, basis))
    const notes = opening ? await notesOf(answering, opening, basis, libraries?.newAttachedIds ?? []) : []
    return await answerFrom(answering, {
      engines,
      deployment,
      basis,
      opening,
      notes,
      tables,
      ...searched,
    })
  } catch (cause) {
    // Asking less wouldn't help.
    const isByInstructions =
      cause instanceof AppError && cause.code === 'engine.contextLength' && instructionTokens > basis.room
    throw isByInstructions ? new AppError('engine.instructions', { cause }) : cause
  } finally {
    await searched.rewriting.end()
  }
}

/** What a prompt consists of besides files. */
type Basis = Omit<PromptNeeds, 'material' | 'searches' | 'history'> & {
  history: ShownTurn[]
  /** The documents beside the chat, and whether the model gets only parts of them. */
  beside: Pick<DocumentsText, 'isCut' | 'whole'> & { count: number }
}

interface Begun extends Searched {
  engines: EngineRegistry
  deployment: Deployment
  basis: Basis
  opening: Opening | null
  notes: FileNotes[]
  tables: DescribedTables | null
}

async function tablesOf(
  { needs, execution }: Answering,
  libraries: SearchedLibraries,
  found: Found | null,
  basis: Basis,
): Promise<DescribedTables | null> {
  const described = await describedTables(needs.knowledge.tables, libraries, { found, room: basis.room })
  if (described)
    execution.note('tables.described', {
      files: described.tables.files.length,
      characters: described.description.length,
    })
  return described
}

async function answerFrom(
  answering: Answering,
  { engines, deployment, basis, opening, notes, tables, found, rewriting }: Begun,
): Promise<ModelAnswer> {
  const { asked, execution, steps, text, texts, sources } = answering
  const { configuration } = asked
  const restricted = configuration.restrictAnswerToInformationReturnedByTools
  const searches = opening !== null && opening.rest !== null
  const web = configuration.capabilityTypes.includes('WebSearch') && (await answering.needs.web.isOn())
  const read = (opening?.documents.length ?? 0) + notes.length
  const isEmpty = (found?.passages.length ?? 0) === 0 && read === 0
  if (restricted && isEmpty && !searches && !tables && !web)
    return { result: nothingFound(answering), remembered: null }
  const { deploymentName, languageEngine } = configuration
  const material =
    opening || web
      ? {
          sources,
          ...(opening ?? { documents: [], outlines: [] }),
          notes,
          found: found?.passages ?? null,
          tables: tables?.description ?? '',
          web,
        }
      : null
  const prompt = composePrompt({ ...basis, material, searches })
  const redaction = await engines.beginRedaction()
  await tellPrompt(answering, prompt, redaction)
  if (basis.memories.ids.length > 0)
    execution.note('memories.used', {
      memories: basis.memories.ids.length,
      of: asked.memory?.used.length ?? 0,
    })
  text.hold(restricted && isEmpty)
  const tools = [
    ...toolsOf(answering, opening, { tables, prompt, rewriting, web, basis, redaction }),
    ...(await codeTools(answering)),
    ...(await imageTools(answering)),
    ...(await documentTools(answering, basis.beside)),
  ]
  text.hears = (piece) => tools.find(({ definition }) => definition.name === piece.name)?.hear?.(piece)
  const result = await answerInTurns({
    engine: engines.find(languageEngine),
    request: { ...requestOf(answering, prompt), redaction },
    calling: {
      tools,
      steps,
      texts,
      approval: (toolCallId, call, ended, onWaiting) =>
        answering.needs.approvals.ask(
          { segmentId: asked.segmentId, toolCallId },
          call,
          AbortSignal.any([answering.signal, ended]),
          onWaiting,
        ),
    },
    text,
    execution,
    spending: asked.spending,
    mostTokens: mostAnswerTokens(configuration, deployment),
    onAsked: rewriting.begin,
    onRound: () => text.hold(restricted && sources.passages.length === 0),
  })
  execution.note('answer.written', { deploymentName, characters: text.whole().length })
  const { contextTokens } = deployment
  const { history: turns, pictures } = basis
  const remembered = { turns, pictures, room: prompt.historyRoom, contextTokens }
  // An image is what a tool returned, and the text beside it was held back.
  if (restricted && sources.passages.length === 0 && text.hasImage) return { result, remembered }
  if (restricted && sources.passages.length === 0)
    return { result: { ...nothingFound(answering), usage: result.usage }, remembered }
  if (result.finish === 'Length') steps.done('length', texts.cutByLength)
  else if (text.whole().trim() === '' && !text.hasImage && !text.hasDocument) {
    text.text(texts.onlySearched)
    return { result: { ...result, isUnanswered: true }, remembered }
  }
  return { result, remembered }
}

/** The fixed answer of an agent that can answer only from its sources when there are none. */
function nothingFound({ text, texts }: Answering): EngineResult {
  text.hold(false)
  text.text(texts.nothingFound)
  return { usage: null, citations: [], toolCalls: [], finish: 'Stop', isUnanswered: true }
}

/**
 * Returns what the person wrote for all agents, as far as it fits: it must leave room for the question, however small the
 * model’s context is.
 */
function customInstructionsOf({ asked, execution }: Answering, room: number): string {
  const { instructions, configuration } = asked
  if (!instructions) return ''
  if (!configuration.usesCustomInstructions) {
    execution.details.customInstructions = 'NotByAgent'
    return ''
  }
  execution.details.customInstructions = 'Used'
  return cutToTokens(instructionsText(instructions), Math.floor(room * CUSTOM_INSTRUCTIONS_SHARE))
}

async function basisOf(answering: Answering, deployment: Deployment): Promise<Basis> {
  const { asked } = answering
  const { configuration, segmentId } = asked
  const room = roomOf(configuration, deployment)
  const pictures = await picturesOf(answering, room * PICTURES_SHARE)
  const begun = asked.hasDocuments
    ? await answering.needs.canvas.beginningsOf(asked.conversationId, mostOfDocuments(room))
    : []
  const documents = documentsText(answering.sources, begun, room)
  return {
    systemPrompt: configuration.systemPrompt,
    restricted: configuration.restrictAnswerToInformationReturnedByTools,
    history: asked.history.map((turn) => ({
      ...turn,
      answer: withoutImagePaths(turn.answer),
      pictures: pictures.get(turn.segmentId) ?? [],
    })),
    unreadTurns: asked.unreadTurns,
    question: asked.question,
    memories: promptMemories(memoryOf(asked)?.used ?? [], room),
    customInstructions: customInstructionsOf(answering, room),
    documents: documents.text,
    beside: { count: begun.length, isCut: documents.isCut, whole: documents.whole },
    page: asked.pageContext ? pageText(answering.sources, asked.pageContext) : '',
    pictures: pictures.get(segmentId) ?? [],
    room,
  }
}

/** Returns how many tokens of files can be read for a question about all of their text. */
async function mostRead({ readWhole, tokensLeft }: Answering['asked']): Promise<number> {
  if (readWhole) return MOST_ASKED_TOKENS
  return Math.min(MOST_UNASKED_TOKENS, (await tokensLeft()) * UNASKED_SHARE)
}

const isAboutWhole = ({ readWhole, question }: Answering['asked']) => readWhole || asksForWhole(question)

/**
 * Reads files that don't fit into the prompt in parts, if the question is about all of their text: those that came
 * with the question, or else all. Unless the user asked for it, only up to a certain size; the answer offers the
 * rest.
 */
async function notesOf(
  answering: Answering,
  { documents, tooLarge }: Opening,
  basis: Basis,
  newLibraryIds: readonly number[],
): Promise<FileNotes[]> {
  const { asked, helper, needs, sources, steps, texts, signal } = answering
  if (!helper || !isAboutWhole(asked)) return []
  const isNew = (file: ReadableFile) => newLibraryIds.includes(file.libraryId)
  const files = !asked.readWhole && tooLarge.some(isNew) ? tooLarge.filter(isNew) : tooLarge
  if (files.length === 0) return []
  const names = tooLarge.map(({ fileName }) => fileName)
  if (!asked.readWhole && !tooLarge.some(isNew) && !namesDocument(asked.question, names)) return []
  const inPrompt = documents.reduce((sum, { tokens }) => sum + tokens, 0)
  const tokens = files.reduce((sum, file) => sum + wholeTokensOf(file), inPrompt)
  if (tokens > (await mostRead(asked))) return []
  const hasPages = files.every((file) => file.pages !== null)
  const size = files.reduce((sum, file) => sum + (hasPages ? (file.pages ?? 0) : file.passages), 0)
  const what = hasPages ? texts.pages(size) : texts.passages(size)
  // A task about the whole says what to do. Other questions may refer to what was said.
  const turns = asksForWhole(asked.question) ? [] : asked.history.slice(-MOST_TURNS)
  const task = readingTaskOf(asked.question, turns)
  let parts = 0
  let told = Number.NEGATIVE_INFINITY
  const notes = await readInParts(
    {
      reading: needs.knowledge.reading,
      // Parts are as large as the answering model's context allows.
      helper: { ...helper, helpers: [] },
      sources,
      task: task.text,
      turns,
      kept: keptNotes(
        { db: needs.db, log: needs.log, sources },
        { conversationId: asked.conversationId, task, ...asked.configuration },
      ),
      noteTokens: (documentRoom(basis) - inPrompt) * NOTES_SHARE,
      partTokens: partTokensIn(basis.room),
      signal,
      onProgress(read, all) {
        parts = all
        // Each progress sends the list of all steps.
        if (performance.now() - told < PROGRESS_MS) return
        told = performance.now()
        steps.begin('parts', texts.readingParts(what, read, all))
      },
    },
    files,
  )
  const read = notes.reduce((sum, one) => sum + one.read, 0)
  steps[read > 0 ? 'done' : 'failed']('parts', texts.readParts(what, read, parts))
  // A file of which nothing could be read has no notes, which must not look like a file without anything relevant.
  return notes.filter((one) => one.read > 0)
}

/** Returns those of the files that belong to the agent's libraries, not to attachments. */
async function linkedFiles(
  { knowledge }: Pick<Answering['needs'], 'knowledge'>,
  { dataSourceIds }: SearchedLibraries,
  fileIds: readonly string[],
): Promise<ReadableFile[]> {
  if (fileIds.length === 0) return []
  const files = await knowledge.reading.filesById(fileIds)
  return files.filter((file) => dataSourceIds.includes(file.dataSourceId))
}

/** Reads the attachments that fit as a whole, and says so. */
async function open(
  answering: Answering,
  libraries: SearchedLibraries,
  basis: Basis,
  { deployment, found }: { deployment: Deployment; found: Found | null },
): Promise<Opening> {
  const { needs, asked, steps, texts, execution } = answering
  answering.offersWhole = !asked.readWhole
  const limit = asked.configuration.wholeDocumentLimit
  const most = isAboutWhole(asked) ? Math.max(limit, await mostRead(asked)) : limit
  const tokens = wholeTokens(most, deployment, basis)
  const fileIds = new Set(found?.passages.map((passage) => passage.fileId))
  const linked = await linkedFiles(needs, libraries, [...fileIds].slice(0, MOST_LINKED))
  const opening = await openFiles(needs.knowledge, libraries, { tokens, room: basis.room, linked })
  const whole = new Set(opening.documents.map(({ file }) => file.dataSourceId))
  for (const { dataSourceId, attachmentId, originalFileName } of libraries.newAttachments)
    if (whole.has(dataSourceId)) steps.done(`read-${attachmentId}`, texts.readWhole(originalFileName))
  execution.note('documents.read', {
    documents: opening.documents.length,
    tokens: opening.documents.reduce((sum, document) => sum + document.tokens, 0),
    outlines: opening.outlines.length,
    questions: asked.history.length + 1,
  })
  return opening
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
    const isRedacted = !isRule && (await needs.redactsForProviders())
    steps.failed('images', isRedacted ? texts.notSent : isRule ? texts.notSeenByRule : texts.notSeen)
    return new Map()
  }
  const order = [...history.map((turn) => turn.segmentId), segmentId]
  const { ofTurns, leftOut } = await needs.readPictures(images, { order, tokens })
  if (leftOut > 0) steps.done('images', texts.imagesLeftOut(leftOut))
  return ofTurns
}

/** Records what the model is given, and says when earlier messages were left out or summarized. */
async function tellPrompt(
  { execution, steps, texts }: Answering,
  prompt: Prompt,
  redaction: PromptRedaction | null,
): Promise<void> {
  const { turns, summarised, leftOut } = prompt.history
  execution.details.history = { turns, summarised, leftOut }
  execution.prompt = redaction ? await redactedPrompt(redaction, prompt) : prompt.stored
  if (redaction) execution.note('prompt.redacted', { placeholders: redaction.originals.size })
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
    ...(asked.seed !== null && { seed: asked.seed }),
    maxTokens: configuration.maxTokens,
    reasoningEffort: configuration.reasoningEffort,
    requestId: asked.requestId,
    askedBy: asked.queuedAs,
    signal,
    onWait: (seconds) => steps.begin('wait', texts.waiting(seconds)),
  }
}

/**
 * Whether the prompt contains text of files, images, or another site's page. Earlier answers can repeat files that this
 * agent can't read.
 */
async function hasFileText({ needs, asked, sources }: Answering): Promise<boolean> {
  if (sources.hasFiles || asked.images.size > 0 || asked.pageContext !== null) return true
  if (asked.attachments.length > 0) return true
  return readsFiles(needs.db, asked.segmentId)
}

/** The tool with which the model remembers something about the user, if memory is on for this question. */
function rememberToolOf(answering: Answering, opening: Opening | null, { beside }: Basis): AnswerTool[] {
  const { needs, asked, sources, execution, texts } = answering
  const memory = memoryOf(asked)
  if (!memory) return []
  const hasOthersText = async () =>
    // The instructions of someone else’s personal agent are no one’s word but theirs.
    memory.isOthersAgent ||
    opening !== null ||
    beside.count > 0 ||
    sources.passages.length > 0 ||
    (await hasFileText(answering)) ||
    readsOthersText(needs.db, asked.segmentId)
  const { askedBy: userId, segmentId } = asked
  return [rememberTool({ memories: needs.memories, userId, segmentId, execution, texts, hasOthersText })]
}

function toolsOf(
  answering: Answering,
  opening: Opening | null,
  {
    tables,
    prompt,
    rewriting,
    web,
    basis,
    redaction,
  }: Pick<Begun, 'tables' | 'rewriting' | 'basis'> & {
    prompt: Prompt
    web: boolean
    redaction: PromptRedaction | null
  },
): AnswerTool[] {
  const { needs, asked, sources, execution, steps, texts, signal } = answering
  const { reading } = needs.knowledge
  const shared: FileToolNeeds = { sources, execution, texts, room: { left: prompt.left } }
  const query = tables ? [queryTableTool(shared, reading, tables.tables)] : []
  const ofWeb = web
    ? [
        searchWebTool({
          ...shared,
          web: needs.web,
          rules: asked.configuration.webSearch,
          signal,
          // Memories and what users say about themselves are from elsewhere, and not for a search provider either. A page
          // can ask for another search with what was said in this chat.
          hasOthersText: async () =>
            opening !== null ||
            basis.memories.ids.length > 0 ||
            (asked.instructions?.about ?? '') !== '' ||
            basis.beside.count > 0 ||
            sources.hasPages ||
            (await hasFileText(answering)),
          hidden: async (query) => (redaction ? redaction.text(query) : query),
          canAsk: asked.turnedOff === null,
        }),
      ]
    : []
  const libraries = opening?.rest
  const ofMemory = rememberToolOf(answering, opening, basis)
  if (!libraries) return [...query, ...ofWeb, ...ofMemory]
  const again = async (query: string, fileName: string | null) => {
    const { passages, unsearched } = await searchAgain(needs.knowledge, libraries, query, fileName)
    if (unsearched > 0) steps.failed('unsearched', texts.unsearched(unsearched))
    return passages
  }
  const search = searchTool(shared, async (query, fileName) => {
    // A search in one file is about that file.
    const rewritten = fileName === null ? rewriting.take() : null
    const found = await again(query, fileName)
    if (rewritten === null) return found
    steps.done('rewritten', texts.searchedAs(rewritten), { input: asked.question, output: rewritten })
    return distinct([...found, ...(await again(rewritten, null))])
  })
  const given = opening.documents.map(({ file }) => file.fileName)
  return [search, readFileTool(shared, reading, { libraries, given }), ...query, ...ofWeb, ...ofMemory]
}
