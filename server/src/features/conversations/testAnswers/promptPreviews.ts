import type { Actor } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Agents } from '../../agents/index.ts'
import type { RankedPassage, Recorder, Retrieval } from '../../knowledge/index.ts'
import { composePrompt, roomOf, wholeTokens } from '../answering/prompt.ts'
import type { AnsweringNeeds } from '../answering/question.ts'
import { openFiles } from '../answering/reading/opening.ts'
import { linkedLibraries, type SearchedLibraries, search } from '../answering/search.ts'
import { Sources } from '../answering/sources.ts'
import { describedTables } from '../answering/tables/describedTables.ts'
import { underGuidelines } from '../asking/underGuidelines.ts'
import { findAsked } from '../readers/store.ts'

/** What becomes of a passage that was found. */
type Fate = 'Included' | 'Shortened' | 'ReadWhole' | 'NoRoom'

/** What an agent's model would be given for a question that begins a chat. */
export interface PromptPreview {
  kind: 'Model' | 'Quotes' | 'NoSearch'
  /** What the linked libraries gave; null if nothing was searched. */
  found: Retrieval | null
  roomTokens: number | null
  leftTokens: number | null
  files: { fileId: string; fileName: string }[]
  passages: { passageId: string; fate: Fate }[]
}

/** A configuration whose searches can be looked into. */
export interface PreviewedAgent {
  gptSystemId: string
  /** The libraries that it searches; null if it searches none. */
  libraries: SearchedLibraries | null
  topK: number
  preview(question: string, recorder: Recorder): Promise<PromptPreview>
}

export interface PromptPreviews {
  /** Throws `agent.stateNotFound` if the user can't test the configuration. */
  of(actor: Actor, stateId: string): Promise<PreviewedAgent>
}

interface PreviewNeeds extends Pick<AnsweringNeeds, 'engines' | 'knowledge' | 'isFileSearchOn'> {
  agents: Pick<Agents, 'usableAgent' | 'testedAgent' | 'choose'>
}

const noSearch: PromptPreview = {
  kind: 'NoSearch',
  found: null,
  roomTokens: null,
  leftTokens: null,
  files: [],
  passages: [],
}

/** Nothing in this prompt is sent, so nothing in it can pretend to be a source. */
const MARK = 'preview'

/** Searches and composes prompts as answers do, without asking a model. */
export function createPromptPreviews(
  { database }: Pick<Platform, 'database'>,
  { agents, engines, knowledge, isFileSearchOn }: PreviewNeeds,
): PromptPreviews {
  return {
    async of(actor, stateId) {
      const reader = { actor, tested: { stateId, gptSystemType: 'System' as const } }
      const options = { isMemoryAllowed: false, temporary: true }
      const agent = await findAsked(database.db, agents, reader, '', options)
      if (!agent) throw new AppError('agent.stateNotFound')
      const { configuration } = await agents.choose(underGuidelines(agent), null)
      const links = configuration.dataSources
      const searches =
        links.length > 0 && configuration.capabilityTypes.includes('FileSearch') && (await isFileSearchOn())
      const linked = linkedLibraries(links)
      const libraries = searches
        ? { ...linked, attachedIds: [], attachedSourceIds: [], newAttachedIds: [], newAttachments: [] }
        : null

      async function quotes(question: string, recorder: Recorder): Promise<PromptPreview> {
        if (!libraries) return noSearch
        const begun = knowledge.searchIn(libraries, { wordsOnly: true, recorder })
        const { best } = await search(knowledge, begun, libraries, question)
        const passages = (best?.passages ?? []).map(({ passageId }) => ({
          passageId,
          fate: 'Included' as const,
        }))
        return { ...noSearch, kind: 'Quotes', found: best, passages }
      }

      async function ofModel(question: string, recorder: Recorder): Promise<PromptPreview> {
        if (!libraries) return noSearch
        const { languageEngine, deploymentName, systemPrompt, wholeDocumentLimit } = configuration
        const deployment = (await engines.current()).findDeployment(languageEngine, deploymentName)
        const basis = {
          systemPrompt,
          restricted: configuration.restrictAnswerToInformationReturnedByTools,
          history: [],
          unreadTurns: 0,
          question,
          memories: { text: '', ids: [] },
          customInstructions: '',
          page: '',
          documents: '',
          pictures: [],
          room: roomOf(configuration, deployment),
        }
        const tokens = wholeTokens(wholeDocumentLimit, deployment, basis)
        const opening = await openFiles(knowledge, libraries, { tokens, room: basis.room, linked: [] })
        const { rest } = opening
        const found =
          rest && (await search(knowledge, knowledge.searchIn(rest, { recorder }), rest, question))
        const tables = await describedTables(knowledge.tables, libraries, { found, room: basis.room })
        const sources = new Sources(MARK)
        const prompt = composePrompt({
          ...basis,
          searches: rest !== null,
          material: {
            sources,
            documents: opening.documents,
            outlines: opening.outlines,
            notes: [],
            found: found?.passages ?? null,
            tables: tables?.description ?? '',
            web: false,
          },
        })
        const files = opening.documents.map(({ file: { fileId, fileName } }) => ({ fileId, fileName }))
        const whole = new Set(files.map(({ fileId }) => fileId))
        const given = new Map(
          prompt.numbers.map((number) => sources.passages[number - 1]!).map((one) => [one.passageId, one]),
        )
        return {
          kind: 'Model',
          found: found?.best ?? null,
          roomTokens: basis.room,
          leftTokens: prompt.left,
          files,
          passages: (found?.passages ?? []).map((passage) => ({
            passageId: passage.passageId,
            fate: whole.has(passage.fileId) ? 'ReadWhole' : fateOf(passage, given.get(passage.passageId)),
          })),
        }
      }

      return {
        gptSystemId: agent.gptSystemId,
        libraries,
        topK: linked.topK,
        preview: configuration.languageEngine === 'BuiltIn' ? quotes : ofModel,
      }
    },
  }
}

function fateOf(found: RankedPassage, given: RankedPassage | undefined): Fate {
  if (!given) return 'NoRoom'
  return given.text === found.text ? 'Included' : 'Shortened'
}
