/** What the calls of conversations carry. */
import { z } from 'zod'
import { NamedDeployment } from './agentConfiguration.ts'
import { id, text, timestamp } from './endpoint.ts'
import { segmentStatuses, stepStates } from './events.ts'
import { Feedback } from './feedback.ts'
import { importSources } from './imports.ts'
import { limits } from './limits.ts'

export const Conversation = z.object({
  conversationId: id,
  title: z.string(),
  createdAt: timestamp,
  lastActivityAt: timestamp,
  archived: z.boolean(),
  /** In no list, and removed for good a day after its last question. */
  temporary: z.boolean(),
  gptSystem: z.object({ gptSystemId: id, name: z.string() }),
  selectedLeafSegmentId: id.nullable(),
  /** What its owner chose last to be answered by; null: nothing, or the default. */
  chosenDeployment: NamedDeployment.nullable(),
})

/** A message that contains what was looked for. */
export const MessageHit = z.object({
  conversation: Conversation.pick({ conversationId: true, title: true, gptSystem: true }),
  conversationSegmentId: id,
  part: z.enum(['Question', 'Answer']),
  createdAt: timestamp,
  /** What stands around the first place, without Markdown's emphasis. */
  excerpt: z.string(),
  /** Where it stands in the excerpt, in UTF-16 units. */
  marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
})

/** `path` names the source (`dataSourceId/fileId`); it is compared with stored values and never fetched. */
export const Citation = z.object({
  citationId: z.string(),
  title: z.string(),
  path: z.string(),
  page: z.number().int().nullable(),
  quote: z.string(),
  score: z.number(),
  passageId: z.string().nullable(),
})

/** What has become of a cited file since the answer; absent where it is as it was, or may be read no more. */
export const SourceChange = z.object({
  kind: z.enum(['Replaced', 'Removed']),
  /** When it was replaced; null for a file that was removed. */
  at: timestamp.nullable(),
})
const change = SourceChange.optional()

/** The cited passage; `offsets` are where the quote stands in `text`, in UTF-16 units, null where it is not literal. */
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
})

/** An image that a model looks at, as it is kept; width and height in pixels. */
export const VisionImage = z.object({
  visionImageId: id,
  blobFileName: z.string(),
  thumbnailBlobFileName: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})

const tokens = { inputTokens: z.number().int(), outputTokens: z.number().int() }
/** `costUsd` where the deployment had a price when the question was asked. */
const Cost = z.object({ ...tokens, costUsd: z.number().optional() })

export const Segment = z.object({
  conversationSegmentId: id,
  parentSegmentId: id.nullable(),
  /** Who answered: the conversation's agent, or another one that this question was put to. */
  gptSystem: z.object({ gptSystemId: id, name: z.string() }),
  question: z.string(),
  answer: z.string(),
  status: z.enum(segmentStatuses),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  citations: z.array(Citation.extend({ change })),
  steps: z.array(SegmentStep),
  codeInterpreterResponse: z.string(),
  thinking: z.string(),
  /** Texts of `error` and `internal-server-error`: shown after the answer, never sent to a model. */
  errors: z.array(z.object({ text: z.string(), code: z.string(), requestId: z.string() })),
  usage: Cost.nullable(),
  attachments: z.array(z.object({ attachmentId: id, originalFileName: z.string() })),
  visionImages: z.array(VisionImage),
  /** Absent where it was not rated. */
  feedback: Feedback.optional(),
  /** Where it was asked and answered; absent for what was asked here. */
  importedFrom: z.enum(importSources).optional(),
})

/** How an answer came about. */
export const ExecutionDetails = z.object({
  conversationSegmentId: id,
  status: z.enum(segmentStatuses),
  languageEngine: z.string(),
  deploymentName: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  questionAsAsked: z.string(),
  /** The question that was searched with, standing on its own; null where nothing was searched. */
  questionAsSearched: z.string().nullable(),
  /** Earlier turns: handed to the model as they are, summarised, and left out. */
  history: z.object({
    turns: z.number().int(),
    summarised: z.number().int(),
    leftOut: z.number().int(),
  }),
  /** Steps and calls of tools, in the order they began. `input` and `output` are text or JSON, cut where they are long. */
  steps: z.array(
    SegmentStep.extend({
      kind: z.enum(['Step', 'Tool']),
      input: z.string().nullable(),
      output: z.string().nullable(),
    }),
  ),
  passages: z.array(
    z.object({
      /** What the answer cites it by. */
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
  /** The calls of the language model that `usage` adds up, those beside the answer included. */
  calls: z.array(
    z.object({
      purpose: z.enum(['Answer', 'Question', 'Summary', 'Title']),
      usage: z.object(tokens).nullable(),
      ms: z.number().int(),
    }),
  ),
  /** Milliseconds from the question's arrival. */
  firstTextMs: z.number().int().nullable(),
  totalMs: z.number().int().nullable(),
  /** What the model was sent; null for those who may not see the agent's configuration. */
  prompt: z.array(z.object({ role: z.string(), content: z.string() })).nullable(),
  /** The actions of which any shows the prompt and the trace log; empty where the reader holds one. */
  promptNeeds: z.array(z.string()),
})

export const TraceLine = z.object({
  seq: z.number().int(),
  at: timestamp,
  name: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

/** A cited file as text, for showing it with the quote marked: pieces in their order, each under its heading. */
export const CitedDocument = z.object({
  title: z.string(),
  /** It was removed, or may be read no more: the pieces are the quote alone. */
  gone: z.boolean(),
  mimeType: z.string(),
  pages: z.number().int().nullable(),
  pieces: z.array(
    z.object({
      heading: z.string(),
      page: z.number().int().nullable(),
      text: z.string(),
      /** Where the quote stands in `text`, in UTF-16 units. */
      marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
    }),
  ),
  /** The document goes on before or after what is given: long ones are given around the quote. */
  moreBefore: z.boolean(),
  moreAfter: z.boolean(),
})

/** The create-conversation and the add-segment model. */
export const AskInput = z.strictObject({
  question: text(1, limits.question),
  /** Absent: the selected leaf. Null: the beginning, which makes another first question of the conversation. */
  parentSegmentId: id.nullable().optional(),
  attachmentIds: z.array(id).max(limits.attachmentsPerSegment).optional(),
  /** Absent: those of the same question before, where it is asked once more. */
  visionImageIds: z.array(id).max(limits.visionImagesPerSegment).optional(),
  promptId: id.optional(),
  /** One of the agent's choices. Absent: the one that was chosen last; null: the default again. */
  deployment: NamedDeployment.nullable().optional(),
})

/** The same in a conversation that is there. */
export const AddSegmentInput = AskInput.extend({
  /** An agent that answers this question alone. Absent: the conversation's own. */
  gptSystemId: id.optional(),
})
