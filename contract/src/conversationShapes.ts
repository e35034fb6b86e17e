/** The data types of conversation calls. */
import { z } from 'zod'
import { NamedDeployment } from './agentConfiguration.ts'
import { id, text, timestamp } from './endpoint.ts'
import { citationKinds, modelPurposes, readKinds, segmentStatuses, stepStates } from './events.ts'
import { Feedback } from './feedback.ts'
import { importSources } from './imports.ts'
import { limits } from './limits.ts'
import { ResearchInput } from './research.ts'

export const Conversation = z.object({
  conversationId: id,
  title: z.string(),
  createdAt: timestamp,
  lastActivityAt: timestamp,
  archived: z.boolean(),
  /** Appears in no list, and is permanently deleted a day after its last question. */
  temporary: z.boolean(),
  gptSystem: z.object({ gptSystemId: id, name: z.string() }),
  /** Whether its agent can be asked now: it wasn't deleted or unpublished, and the user can use it. */
  agentAvailable: z.boolean(),
  selectedLeafSegmentId: id.nullable(),
  /** The owner's last choice of deployment. Null for none or the default. */
  chosenDeployment: NamedDeployment.nullable(),
})

/** A deleted conversation that can be restored, with when it was deleted. */
export const DeletedConversation = Conversation.extend({ deletedAt: timestamp })

/** A message that contains the search text. */
export const MessageHit = z.object({
  conversation: Conversation.pick({ conversationId: true, title: true, gptSystem: true }),
  conversationSegmentId: id,
  part: z.enum(['Question', 'Answer']),
  createdAt: timestamp,
  /** The text around the first match, without Markdown emphasis. */
  excerpt: z.string(),
  /** The positions of the matches in the excerpt, in UTF-16 units. */
  marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
})

/** Where a citation is in its source. Only what its kind of source has is present. Numbers start at 1. */
export const Locator = z.object({
  page: z.number().int().optional(),
  sheet: z.string().optional(),
  table: z.number().int().optional(),
  /** Cells in the form of spreadsheet programs: "B2:F14". */
  range: z.string().optional(),
  slide: z.number().int().optional(),
  line: z.number().int().optional(),
  lastLine: z.number().int().optional(),
  /** From the beginning of a recording. */
  timeMs: z.number().int().optional(),
})

/** `path` names the source: `dataSourceId/fileId`, or the address of a page of the web. It is compared with stored values and never fetched. */
export const Citation = z.object({
  citationId: z.string(),
  /** Absent for a passage in answers stored before there were other kinds. */
  kind: z.enum(citationKinds).optional(),
  locator: Locator.optional(),
  /** The query over a table, and the number of its rows that the result is based on. */
  query: z.string().optional(),
  rowsUsed: z.number().int().optional(),
  /** The address of a page of the web, and when it was read. */
  url: z.string().optional(),
  fetchedAt: timestamp.optional(),
  title: z.string(),
  path: z.string(),
  page: z.number().int().nullable(),
  quote: z.string(),
  score: z.number(),
  passageId: z.string().nullable(),
})

/** How much of a file an answer is based on: all of it, pages in a row, or some of its passages. */
export const FileRead = z.object({
  title: z.string(),
  path: z.string(),
  kind: z.enum(readKinds),
  read: z.number().int(),
  total: z.number().int(),
  /** The first page that was read, for pages. */
  from: z.number().int().optional(),
  /** The estimated tokens of the whole file, if asking again with `readWhole` would read it. */
  wholeTokens: z.number().int().optional(),
  wholeCostUsd: z.number().optional(),
})

/**
 * How a cited file has changed since the answer. Absent if it is unchanged, or if the user can no longer read
 * it.
 */
export const SourceChange = z.object({
  kind: z.enum(['Replaced', 'Removed']),
  /** When it was replaced. Null for a deleted file. */
  at: timestamp.nullable(),
})
const change = SourceChange.optional()

/**
 * The cited passage. `offsets` is the position of the quote in `text`, in UTF-16 units, or null if the quote
 * isn't literal.
 */
export const CitedPassage = Citation.extend({
  text: z.string(),
  offsets: z.object({ start: z.number().int(), end: z.number().int() }).nullable(),
  change,
})

export const SegmentStep = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(stepStates),
  startedAt: timestamp.optional(),
  ms: z.number().int().optional(),
  /** The memory that the step added. It may be deleted by now. */
  memoryId: id.optional(),
  /** The version of a document that the step wrote. The document may be deleted by now. */
  document: z.object({ documentId: id, n: z.number().int(), title: z.string() }).optional(),
})

/** A stored image for a model to read. Width and height are in pixels. */
export const VisionImage = z.object({
  visionImageId: id,
  blobFileName: z.string(),
  thumbnailBlobFileName: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})

const tokens = { inputTokens: z.number().int(), outputTokens: z.number().int() }
/** `costUsd` is set if the deployment had a price when the question was asked. */
const Cost = z.object({ ...tokens, costUsd: z.number().optional() })

/** The page of another site on which a visitor asks, as that site describes it. */
export const PageContext = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(limits.pageContextUrl),
  title: text(0, limits.pageContextTitle),
  fields: z
    .array(z.strictObject({ name: text(1, limits.pageContextName), value: text(0, limits.pageContextValue) }))
    .max(limits.pageContextFields),
})

export const Segment = z.object({
  conversationSegmentId: id,
  parentSegmentId: id.nullable(),
  /** Who answered: the conversation's agent, or another one that this question was sent to. */
  gptSystem: z.object({ gptSystemId: id, name: z.string() }),
  question: z.string(),
  /** As sent with the question, if it named a prompt. The prompt can have been deleted since. */
  promptId: id.optional(),
  answer: z.string(),
  status: z.enum(segmentStatuses),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  citations: z.array(Citation.extend({ change })),
  /** The files that the answer is based on. Empty in answers stored before this was recorded. */
  reads: z.array(FileRead),
  /** Present if the answer only says that nothing was found. */
  isUnanswered: z.boolean().optional(),
  steps: z.array(SegmentStep),
  codeInterpreterResponse: z.string(),
  thinking: z.string(),
  /**
   * The texts of `error` and `internal-server-error`. They appear after the answer and are never sent to a
   * model.
   */
  errors: z.array(z.object({ text: z.string(), code: z.string(), requestId: z.string() })),
  usage: Cost.nullable(),
  attachments: z.array(z.object({ attachmentId: id, originalFileName: z.string() })),
  visionImages: z.array(VisionImage),
  /** Absent unless a visitor asked on a page that told about itself. */
  pageContext: PageContext.optional(),
  /** Absent if the answer wasn't rated. */
  feedback: Feedback.optional(),
  /** The product it was imported from. Absent for questions asked here. */
  importedFrom: z.enum(importSources).optional(),
})

/** How an answer was created. */
export const ExecutionDetails = z.object({
  conversationSegmentId: id,
  status: z.enum(segmentStatuses),
  languageEngine: z.string(),
  deploymentName: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  questionAsAsked: z.string(),
  /** The question rewritten to be self-contained for the search. Null if nothing was searched. */
  questionAsSearched: z.string().nullable(),
  /** Whether the model got the person’s custom instructions. `NotByAgent`: its owner decided otherwise. Null without any. */
  customInstructions: z.enum(['Used', 'NotByAgent']).nullable(),
  /** Earlier turns: sent to the model unchanged, summarized, or left out. */
  history: z.object({
    turns: z.number().int(),
    summarised: z.number().int(),
    leftOut: z.number().int(),
  }),
  /**
   * Steps and tool calls in the order they started. `input` and `output` are text or JSON, truncated if long.
   */
  steps: z.array(
    SegmentStep.extend({
      kind: z.enum(['Step', 'Tool']),
      input: z.string().nullable(),
      output: z.string().nullable(),
    }),
  ),
  passages: z.array(
    z.object({
      /** The number that the answer cites it by. */
      number: z.number().int(),
      passageId: z.string(),
      fileName: z.string(),
      page: z.number().int().nullable(),
      heading: z.string(),
      text: z.string(),
      score: z.number(),
      cited: z.boolean(),
    }),
  ),
  usage: Cost.nullable(),
  /** The model calls that `usage` adds up, including those other than the answer. */
  calls: z.array(
    z.object({
      purpose: z.enum(modelPurposes),
      languageEngine: z.string(),
      deploymentName: z.string().nullable(),
      /** `cachedInputTokens` is the part of the input that the provider reused from an earlier call. */
      usage: z.object({ ...tokens, cachedInputTokens: z.number().int().optional() }).nullable(),
      ms: z.number().int(),
    }),
  ),
  /** Milliseconds since the question arrived. */
  firstTextMs: z.number().int().nullable(),
  totalMs: z.number().int().nullable(),
  /** The prompt sent to the model. Null for users who can't see the agent's configuration. */
  prompt: z.array(z.object({ role: z.string(), content: z.string() })).nullable(),
  /** The permissions of which any one shows the prompt and the trace log. Empty if the user has one. */
  promptNeeds: z.array(z.string()),
})

export const TraceLine = z.object({
  seq: z.number().int(),
  at: timestamp,
  name: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

/**
 * A cited file as text, to show it with the quote highlighted. The pieces are in order, each with its heading.
 */
const DocumentBlock = z.object({
  kind: z.enum(['paragraph', 'list', 'table', 'code']),
  /** The position in the text of its piece, in UTF-16 units. */
  start: z.number().int(),
  end: z.number().int(),
  /** The row of a sheet, the first line of code, or when it is said. */
  row: z.number().int().optional(),
  line: z.number().int().optional(),
  timeMs: z.number().int().optional(),
  /**
   * The cells of a row that has a header: the column, counted from 0, and the position of the value. The name of the
   * column is in front of it.
   */
  cells: z
    .array(z.object({ column: z.number().int(), start: z.number().int(), end: z.number().int() }))
    .optional(),
})

export const CitedDocument = z.object({
  title: z.string(),
  /** The file was deleted or the user can no longer read it, so the only piece is the quote. */
  gone: z.boolean(),
  mimeType: z.string(),
  pages: z.number().int().nullable(),
  pieces: z.array(
    z.object({
      heading: z.string(),
      page: z.number().int().nullable(),
      sheet: z.string().optional(),
      slide: z.number().int().optional(),
      text: z.string(),
      /** What `text` consists of, in order, such as the rows of a table. */
      blocks: z.array(DocumentBlock),
      /** The position of the quote in `text`, in UTF-16 units. */
      marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
    }),
  ),
  /**
   * Whether the document continues before or after the returned part. Long documents are returned in part,
   * around the quote.
   */
  moreBefore: z.boolean(),
  moreAfter: z.boolean(),
  /** The positions of the first and the last passage of the returned part in the file. Null if the file is gone. */
  first: z.number().int().nullable(),
  last: z.number().int().nullable(),
  /** Whether readers can see the rest of the file. Otherwise they see the passage and its neighbors. */
  isOpen: z.boolean(),
})

/** Where a text occurs in a cited file. */
export const DocumentMatch = z.object({
  /** The position of its passage, with which `viewCitedFile` returns that part. */
  at: z.number().int(),
  page: z.number().int().nullable(),
  locator: Locator.omit({ page: true }).nullable(),
  /** The text around the match. */
  excerpt: z.string(),
  /** The position of the match in the excerpt, in UTF-16 units. */
  mark: z.object({ start: z.number().int(), end: z.number().int() }),
})

/** The create-conversation and the add-segment model. */
export const AskInput = z.strictObject({
  question: text(1, limits.question),
  /**
   * If absent, the selected leaf. Null for the start, which adds another first question to the conversation.
   */
  parentSegmentId: id.nullable().optional(),
  attachmentIds: z.array(id).max(limits.attachmentsPerSegment).optional(),
  /** If absent and the same question is asked again, its previous images. */
  visionImageIds: z.array(id).max(limits.visionImagesPerSegment).optional(),
  /** The prompt that the question was written with: one of the user's own, or one of the agent that answers. */
  promptId: id.optional(),
  /** Reads the files that the question is about as a whole, in parts if they don't fit. */
  readWhole: z.boolean().optional(),
  /** One of the agent's choices. If absent, the last choice. Null for the default. */
  deployment: NamedDeployment.nullable().optional(),
  /** Answers with a report on a plan, or goes on with one, if the agent does research. */
  research: ResearchInput.optional(),
})

/** The same, in an existing conversation. */
export const AddSegmentInput = AskInput.extend({
  /** An agent that answers only this question. If absent, the conversation's own. */
  gptSystemId: id.optional(),
})
