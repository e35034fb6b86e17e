/** The events of an answer's stream. Property names shown in the specification are spelled exactly as there. */
export const segmentStatuses = ['Pending', 'Completed', 'Aborted', 'Interrupted', 'Failed'] as const
export type SegmentStatus = (typeof segmentStatuses)[number]
export type TerminalStatus = Exclude<SegmentStatus, 'Pending'>

/** What a model is called for. All but `Answer` are helper calls, which a helper deployment can make. */
export const modelPurposes = [
  'Answer',
  'Question',
  'Summary',
  'Title',
  'Reading',
  'Judging',
  'Generating',
  'Image',
  'Transcription',
  'Speech',
  'Editing',
] as const
export type ModelPurpose = (typeof modelPurposes)[number]

export const stepStates = ['Running', 'Done', 'Failed', 'AwaitingApproval', 'Refused'] as const
export interface Step {
  id: string
  title: string
  state: (typeof stepStates)[number]
  /** An ISO timestamp, and the duration of the step. Absent in answers created before steps were timed. */
  startedAt?: string
  ms?: number
  /** What is asked while the step waits for approval: the text that would be sent, and who would receive it. */
  asks?: { text: string; recipient: string }
  /** The memory that the step added or asks for. Its text is only in the memory, so that deleting it is final. */
  memoryId?: string
  /** The version of a document that the step wrote. `title` is what the document was called then. */
  document?: { documentId: string; n: number; title: string }
}

/** Whether a step still runs or waits. In an answer that has ended, such a step has failed. */
export const isUnfinished = ({ state }: Pick<Step, 'state'>): boolean =>
  state === 'Running' || state === 'AwaitingApproval'

export const citationKinds = ['Passage', 'Table', 'Web'] as const

/** Where a citation is in its source. Only what its kind of source has is present. Numbers start at 1. */
export interface Locator {
  page?: number
  /** The name of a sheet, or the heading above a table of a document. */
  sheet?: string
  /** The number of a table in its document, if its heading doesn't say which one it is. */
  table?: number
  /** Cells in the form of spreadsheet programs: "B2:F14". */
  range?: string
  slide?: number
  line?: number
  lastLine?: number
  /** From the beginning of a recording. */
  timeMs?: number
}

export interface StreamedCitation {
  citationId: string
  /** Absent for a passage in answers stored before there were other kinds. */
  kind?: (typeof citationKinds)[number]
  locator?: Locator
  /** The query over a table, and the number of its rows that the result is based on. */
  query?: string
  rowsUsed?: number
  /** The address of a page of the web, and when it was read. */
  url?: string
  fetchedAt?: string
  title: string
  path: string
  page: number | null
  quote: string
  score: number
  /** The passage that the quote is from. Null if the source has none. */
  passageId: string | null
}

export const readKinds = ['Whole', 'Pages', 'Passages'] as const
/** How much of a file was given to the model, or to the built-in engine, for an answer. */
export interface FileRead {
  title: string
  /** The source, as in a citation. */
  path: string
  kind: (typeof readKinds)[number]
  /** The pages or passages that were read, of how many. */
  read: number
  total: number
  /** The first page that was read, for pages. */
  from?: number
  /** The tokens of the whole file. Absent if it was read, or can't be. */
  wholeTokens?: number
  /** What they cost, if the deployment has a price. */
  wholeCostUsd?: number
}

export interface Usage {
  inputTokens: number
  outputTokens: number
  /** The part of the input that the provider reused from an earlier call, if it says so. */
  cachedInputTokens?: number
  /** Set if the deployment had a price when the question was asked. */
  costUsd?: number
}

export interface StreamEvents {
  'conversation-and-segment-id': { conversationId: string; conversationSegmentId: string }
  'response-updated': { text: string }
  error: { text: string; code: string; requestId: string }
  'internal-server-error': { text: string; code: string; requestId: string }
  'response-model': {
    conversationSegmentId: string
    Citations: StreamedCitation[]
    errors: { field: string; message: string }[]
    usage: Usage | null
    /** Absent in answers stored before this was recorded. */
    reads?: FileRead[]
    /** Present if the answer only says that nothing was found. */
    isUnanswered?: boolean
  }
  'code-interpreter-updated': { text: string }
  /** The model's reasoning before it answers. It is shown collapsed, and never searched, cited or exported. */
  'thinking-updated': { text: string }
  /** Sent without a number if it isn't part of the answer, as while the answer waits to be stored. */
  'step-update': { text: string; steps: Step[] }
  'generated-image-link': { Title: string; Uri: string }
  'cosmos-db-session-tokens': Record<string, string>
  'no-more-data': { status: TerminalStatus }
}

export type StreamEventName = keyof StreamEvents
export type StreamEvent = { [E in StreamEventName]: { event: E; data: StreamEvents[E] } }[StreamEventName]

export const streamEventNames = [
  'conversation-and-segment-id',
  'response-updated',
  'error',
  'internal-server-error',
  'response-model',
  'code-interpreter-updated',
  'thinking-updated',
  'step-update',
  'generated-image-link',
  'cosmos-db-session-tokens',
  'no-more-data',
] as const satisfies readonly StreamEventName[]
