import type { Engines, ImageDeployment, PricedDeployment } from '../../../engines/registry.ts'
import type { Sql } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { ConfigurationRow } from '../../agents/index.ts'
import type { Attachments, SentAttachment } from '../../attachments/index.ts'
import type { UsedInstructions } from '../../customInstructions/index.ts'
import type { Knowledge } from '../../knowledge/index.ts'
import type { Remembering, UsedMemory } from '../../memories/index.ts'
import type { WebSearch } from '../../webSearch/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import type { CanvasDocuments } from '../canvas/documents.ts'
import type { Execution } from '../execution/execution.ts'
import type { Executions } from '../execution/executions.ts'
import type { Spending } from '../execution/spending.ts'
import type { Drawing } from '../generatedImages/drawing.ts'
import type { GeneratedImages } from '../generatedImages/images.ts'
import type { HelperNeeds } from '../models/helperCalls.ts'
import type { Turn } from '../record/store.ts'
import type { ImagesOfTurns, Pictures } from '../visionImages/pictures.ts'
import type { AnswerText } from './answerText.ts'
import type { AnswerTexts } from './answerTexts.ts'
import type { CodeNeeds } from './code/codeNeeds.ts'
import type { Remembered } from './history.ts'
import type { PageContext } from './pageContext.ts'
import type { ResearchTask } from './research/task.ts'
import type { Sources } from './sources.ts'
import type { Steps } from './steps.ts'

export interface Question {
  conversationId: string
  segmentId: string
  requestId: string
  /** The user or the visitor's session that asks. */
  askedBy: string
  /** Whose turn it is when calls queue for a deployment: a user's, or a public page's. */
  queuedAs: string
  /** Ends the answer with its reason, which the reader sees. Null for users' answers. */
  turnedOff: AbortSignal | null
  question: string
  history: Turn[]
  /** The number of turns in the branch before `history`. */
  unreadTurns: number
  citedTitles: string[]
  attachments: SentAttachment[]
  /** The page of another site on which a visitor asks; null if unknown. */
  pageContext: PageContext | null
  /** What is remembered about the user. Null if memory is off for this question. */
  memory: { used: readonly UsedMemory[]; isOthersAgent: boolean } | null
  /** What the person wrote for all agents. Null if there is nothing. */
  instructions: UsedInstructions | null
  /** Whether files are to be read as a whole even beyond the agent's limit. */
  readWhole: boolean
  /** For tests whose answers should vary as little as possible. */
  seed: number | null
  /** Dollars per million input tokens; null if unknown. */
  inputPrice: number | null
  /** The images of the branch by question, including this question's own. */
  images: ImagesOfTurns
  /** Whether the agent accepts images and its model can read them. */
  sees: boolean
  /** The configuration with the chosen deployment. */
  configuration: ConfigurationRow
  /** The deployments for helper calls, in order of preference. */
  helpers: readonly PricedDeployment[]
  /** A previously chosen deployment that is no longer offered. The default deployment answers instead. */
  lostDeployment: string | null
  /** Makes images for the answer, and where they are served. Null if none can be made. */
  drawing: { deployment: ImageDeployment; basePath: string } | null
  /** Documents can be beside the chat. */
  mayHaveDocuments: boolean
  /** There were some when the question was asked. */
  hasDocuments: boolean
  /** The research that the question asks for. Null for an answer. */
  research: ResearchTask | null
  spending: Spending
  /** Returns how many more tokens can be sent until a usage limit is reached. Infinite without limits. */
  tokensLeft(): Promise<number>
}

export interface AnsweringNeeds {
  db: Sql
  log: Log
  engines: Engines
  /** Whether file search is enabled on this instance. */
  isFileSearchOn(): Promise<boolean>
  /** Whether providers of models get placeholders instead of personal data. */
  redactsForProviders(): Promise<boolean>
  executions: Pick<Executions, 'begin'>
  knowledge: Pick<
    Knowledge,
    'searchIn' | 'firstPassages' | 'reading' | 'tables' | 'cited' | 'passage' | 'foldersOf'
  >
  /** The mark of a conversation's sources, which stays the same so that providers can reuse their text. */
  sourceMark(conversationId: string): string
  attachments: Pick<Attachments, 'whenRead'>
  web: WebSearch
  code: CodeNeeds
  drawing: Drawing
  generatedImages: GeneratedImages
  canvas: CanvasDocuments
  /** Whether models can write documents on this instance. */
  areDocumentsOn(): Promise<boolean>
  memories: Remembering
  approvals: Pick<Approvals, 'ask'>
  readPictures(images: ImagesOfTurns, room: { order: readonly string[]; tokens: number }): Promise<Pictures>
}

/** Everything needed to write one answer. */
export interface Answering {
  needs: AnsweringNeeds
  asked: Question
  execution: Execution
  steps: Steps
  text: AnswerText
  texts: AnswerTexts
  sources: Sources
  /** Whether files that were read in part could be read as a whole on request. */
  offersWhole: boolean
  /** Null for BuiltIn, which has no model to ask. */
  helper: HelperNeeds | null
  signal: AbortSignal
}

/** The result of a completed answer, used for what follows it: a title, and a summary of the history. */
export interface Answered {
  answer: string
  citedTitles: string[]
  /** The branch with this answer, as the model saw it; null if no model was asked. */
  remembered: Remembered | null
}
