import type { Engines } from '../../../engines/registry.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { ConfigurationRow } from '../../agents/index.ts'
import type { Attachments, SentAttachment } from '../../attachments/index.ts'
import type { Knowledge } from '../../knowledge/index.ts'
import type { Execution } from '../execution/execution.ts'
import type { Executions } from '../execution/executions.ts'
import type { Spending } from '../execution/spending.ts'
import type { HelperNeeds } from '../models/helperCalls.ts'
import type { Turn } from '../record/store.ts'
import type { ImagesOfTurns, Pictures } from '../visionImages/pictures.ts'
import type { AnswerText } from './answerText.ts'
import type { AnswerTexts } from './answerTexts.ts'
import type { Sources } from './sources.ts'
import type { Steps } from './steps.ts'

export interface Question {
  conversationId: string
  segmentId: string
  requestId: string
  /** The asker: where calls queue for a deployment, the askers take turns. */
  askedBy: string
  question: string
  history: Turn[]
  /** Turns of the branch before those of `history`. */
  unreadTurns: number
  citedTitles: string[]
  attachments: SentAttachment[]
  /** The images of the branch, by the question that brought them; this question's among them. */
  images: ImagesOfTurns
  /** The agent looks at images, and its model can. */
  sees: boolean
  /** With the deployment that was chosen. */
  configuration: ConfigurationRow
  /** What was chosen before and is offered no more: the default answers. */
  lostDeployment: string | null
  spending: Spending
}

export interface AnsweringNeeds {
  log: Log
  engines: Engines
  /** Whether anybody may search files here. */
  isFileSearchOn(): Promise<boolean>
  executions: Executions
  knowledge: Pick<Knowledge, 'retrieve' | 'libraryIdsOf' | 'indexedTerms' | 'firstPassages'>
  attachments: Pick<Attachments, 'whenRead'>
  /** The attachments that belong to these questions, by question. */
  attachedTo(segmentIds: readonly string[]): Promise<Map<string, SentAttachment[]>>
  readPictures(images: ImagesOfTurns, room: { order: readonly string[]; tokens: number }): Promise<Pictures>
  /** Keeps what a branch came to up to a segment. */
  keepSummary(segmentId: string, summary: string): Promise<void>
}

/** What one answer is made with. */
export interface Answering {
  needs: AnsweringNeeds
  asked: Question
  execution: Execution
  steps: Steps
  text: AnswerText
  texts: AnswerTexts
  sources: Sources
  /** Null for BuiltIn, which has no model to ask. */
  helper: HelperNeeds | null
  signal: AbortSignal
}

/** What came of a question that was answered to its end: what a title is made of. */
export interface Answered {
  answer: string
  citedTitles: string[]
}
