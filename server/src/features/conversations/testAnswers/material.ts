import { v7 as uuid } from 'uuid'
import type { Message } from '../../../engines/engine.ts'
import type { EngineRegistry, Engines } from '../../../engines/registry.ts'
import {
  type FileReading,
  type Knowledge,
  type RankedPassage,
  type ReadableFile,
  type Retrieval,
  rankTexts,
  termsOfPassage,
} from '../../knowledge/index.ts'
import type { Remembering } from '../../memories/index.ts'
import type { WebSearch } from '../../webSearch/index.ts'
import type { AnsweringNeeds, Question } from '../answering/question.ts'

/** A passage of a file that exists only in a test. */
export interface TestPassage {
  fileName: string
  heading?: string
  page?: number
  text: string
}

/** A page of the web that exists only in a test. */
interface TestPage {
  url: string
  title: string
  text: string
}

/** What an agent reads for a question of a test, instead of its libraries and the web. */
export interface TestMaterial {
  /** What was said before in the conversation. It isn’t asked again. */
  told: readonly { question: string; answer: string }[]
  /** What is found for the question. */
  found: readonly TestPassage[]
  /** What only tools return. */
  later: readonly TestPassage[]
  /** What a search of the web returns. With pages, the agent has no files, which would need approval for a search. */
  pages: readonly TestPage[]
  /** A tool that is called before the model is asked, so that every model gets its result. */
  call: { name: 'search_files' | 'read_file' | 'search_web'; input: Record<string, string> } | null
}

/** What an answer did with the material of a test. */
export interface TestRecord {
  /** What the model was given, in all of its turns. Empty for an engine without a model. */
  prompt: string
  /** Texts that the model wanted to search the web for, and those that a search provider would have received. */
  searches: string[]
  sent: string[]
  /** Texts that the model wanted to have remembered, and those that were. */
  proposals: string[]
  remembered: string[]
}

type Replaced = Pick<AnsweringNeeds, 'engines' | 'isFileSearchOn' | 'knowledge' | 'memories' | 'web'>

/** Replaces what an answer reads and does by a test's material. The prompt, the tools, and their rules stay the same. */
export function withMaterial(
  { engines, web }: Pick<AnsweringNeeds, 'engines' | 'web'>,
  material: TestMaterial,
): { needs: Replaced; record: TestRecord } {
  const record: TestRecord = { prompt: '', searches: [], sent: [], proposals: [], remembered: [] }
  return {
    record,
    needs: {
      engines: recordingEngines(engines, material, record),
      isFileSearchOn: async () => true,
      knowledge: knowledgeOf(material),
      memories: memoriesOf(record),
      web: webOf(web, material, record),
    },
  }
}

/** The parts of a question that decide what it reads. */
export function readsMaterial({ pages }: TestMaterial): {
  configuration: Pick<Question['configuration'], 'capabilityTypes' | 'dataSources'>
  memory: Question['memory']
} {
  const library = {
    gptSystemRagDataSourceId: uuid(),
    dataSourceId: LIBRARY,
    topK: 10,
    useGraph: false,
    readMode: 'Search' as const,
    folders: [],
  }
  const hasPages = pages.length > 0
  return {
    configuration: {
      capabilityTypes: hasPages ? ['WebSearch'] : ['FileSearch', 'WebSearch'],
      dataSources: hasPages ? [] : [library],
    },
    memory: { used: [], isOthersAgent: false },
  }
}

const LIBRARY = '00000000-0000-7000-8000-000000000001'

const fileIdOf = (fileName: string, all: readonly TestPassage[]): string => {
  const at = [...new Set(all.map((one) => one.fileName))].indexOf(fileName)
  return `00000000-0000-7000-8000-${String(at + 100).padStart(12, '0')}`
}

function knowledgeOf({ found, later }: TestMaterial): Replaced['knowledge'] {
  const all = [...found, ...later].map(ranked)
  let searches = 0
  return {
    searchIn: () => ({
      indexedTerms: async () => new Set<string>(),
      async retrieve(_part, question) {
        searches += 1
        return retrieval(question, searches > 1 ? all : all.slice(0, found.length))
      },
    }),
    firstPassages: async () => [],
    cited: async () => undefined,
    passage: async () => null,
    foldersOf: async () => [],
    reading: readingOf(all),
    tables: {
      files: async () => [],
      tablesOf: async () => [],
      query: async () => null,
      close: () => undefined,
    },
  } satisfies Pick<Knowledge, keyof Replaced['knowledge']>
}

function ranked(passage: TestPassage, at: number, all: readonly TestPassage[]): RankedPassage {
  const ofFile = all.filter(({ fileName }) => fileName === passage.fileName)
  return {
    passageId: `00000000-0000-7000-9000-${String(at).padStart(12, '0')}`,
    dataSourceId: LIBRARY,
    fileId: fileIdOf(passage.fileName, all),
    fileName: passage.fileName,
    ordinal: ofFile.indexOf(passage),
    page: passage.page ?? null,
    locator: null,
    heading: passage.heading ?? '',
    text: passage.text,
    start: 0,
    end: passage.text.length,
    score: 1,
    filePassages: ofFile.length,
    filePages: null,
  }
}

/** All of it, the best first, whether or not it shares words with the question. */
function retrieval(question: string, passages: readonly RankedPassage[]): Retrieval {
  const {
    terms,
    passages: best,
    coverage,
  } = rankTexts(
    question,
    passages.map((one) => ({ ...one, ...termsOfPassage(one, one.fileName) })),
  )
  const scores = new Map(best.map(({ passageId, score }) => [passageId, score]))
  return {
    terms,
    passages: passages
      .map((one) => ({ ...one, score: scores.get(one.passageId) ?? 0 }))
      .toSorted((a, b) => b.score - a.score),
    searched: passages.length,
    coverage,
    tiny: true,
    byMeaning: 0,
    hasTables: false,
    unsearched: 0,
  }
}

function readingOf(all: readonly RankedPassage[]): FileReading {
  const files = [...Map.groupBy(all, ({ fileId }) => fileId).values()].map(
    (passages): ReadableFile => ({
      dataSourceId: LIBRARY,
      libraryId: 1,
      fileId: passages[0]!.fileId,
      fileName: passages[0]!.fileName,
      fileVersion: 1,
      pages: null,
      passages: passages.length,
      characters: passages.reduce((sum, { text }) => sum + text.length, 0),
    }),
  )
  const of = (fileId: string) => all.filter((one) => one.fileId === fileId)
  return {
    files: async (_libraries, limit, named = '') =>
      files.filter(({ fileName }) => fileName.toLowerCase().includes(named.toLowerCase())).slice(0, limit),
    // Nothing is read as a whole, so that all cases reach the model in the same way.
    filesById: async () => [],
    inOrder: async (wanted) =>
      wanted.flatMap(({ fileId, from }) => of(fileId).filter(({ ordinal }) => ordinal >= from)),
    at: async (fileId, ordinals) => of(fileId).filter(({ ordinal }) => ordinals.includes(ordinal)),
    atPosition: async () => null,
    headings: async () => [],
    startOfPage: async () => null,
  }
}

function webOf(web: WebSearch, { pages }: TestMaterial, record: TestRecord): WebSearch {
  return {
    isOn: async () => true,
    provider: async () => ({
      provider: 'SearXNG',
      connection: { apiKey: null, baseUrl: 'https://search.invalid' },
    }),
    async permitted(query) {
      record.searches.push(query)
      return web.permitted(query)
    },
    async search(query) {
      record.sent.push(query)
      const fetchedAt = new Date().toISOString()
      return {
        provider: 'SearXNG',
        pages: pages.map(({ url, title, text }) => ({
          url,
          title,
          passages: [{ text, heading: '', ...termsOfPassage({ text, heading: '' }, title) }],
          fetchedAt,
        })),
      }
    },
  }
}

function memoriesOf(record: TestRecord): Remembering {
  const texts = new Map<string, string>()
  return {
    async add(_person, text, { isProposed }) {
      const memoryId = uuid()
      texts.set(memoryId, text)
      record.proposals.push(text)
      if (!isProposed) record.remembered.push(text)
      return { outcome: 'Added', memoryId }
    },
    async accept(_person, memoryId) {
      record.remembered.push(texts.get(memoryId) ?? '')
      return { outcome: 'Added', memoryId }
    },
    discard: async () => undefined,
  }
}

/** Makes the material's call before the model is asked, and records what models get. */
function recordingEngines(engines: Engines, { call }: TestMaterial, record: TestRecord): Engines {
  const recording = (registry: EngineRegistry): EngineRegistry => ({
    ...registry,
    find(languageEngine) {
      const engine = registry.find(languageEngine)
      return {
        async answer(request, writer) {
          const isFirst = !request.messages.some(({ role }) => role === 'tool')
          // Helper calls have no tools.
          if (call && isFirst && request.tools.some(({ name }) => name === call.name))
            return {
              usage: { inputTokens: 0, outputTokens: 0 },
              citations: null,
              toolCalls: [{ id: 'call_1', name: call.name, input: JSON.stringify(call.input) }],
              finish: 'ToolCalls',
            }
          record.prompt = promptOf(request.messages)
          // Anthropic’s models refuse calls without the thinking that led to them.
          const thinksBefore = call !== null && languageEngine === 'Anthropic'
          return engine.answer(thinksBefore ? { ...request, reasoningEffort: null } : request, writer)
        },
      }
    },
  })
  return { current: async () => recording(await engines.current()) }
}

const promptOf = (messages: readonly Message[]): string => messages.map(({ content }) => content).join('\n\n')
