import { z } from 'zod'
import { NamedDeployment } from './agentConfiguration.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { segmentStatuses, stepStates } from './events.ts'
import { exportFormats } from './exportFile.ts'
import { Feedback, feedback } from './feedback.ts'
import { conversationImports, importSources } from './imports.ts'
import { limits } from './limits.ts'
import { conversationSnapshots } from './snapshots.ts'

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

const one = z.strictObject({ conversationId: id })
const segment = z.strictObject({ conversationId: id, conversationSegmentId: id })
const cited = segment.extend({ citationId: z.string().min(1).max(100) })
const base = '/api/internal/userConversations' as const

export const conversations = {
  create: endpoint({
    kind: 'stream',
    method: 'POST',
    path: `${base}/byGptSystemId/{gptSystemId}`,
    access: 'signedIn',
    rate: 'model',
    audit: 'none',
    idempotency: 'required',
    params: z.strictObject({ gptSystemId: id }),
    input: AskInput.extend({ temporary: z.boolean().optional() }),
    response: nothing,
    purpose:
      'Starts a conversation with an agent and streams the answer. A temporary one is in no list and is not kept.',
  }),
  addSegment: endpoint({
    kind: 'stream',
    method: 'POST',
    path: `${base}/{conversationId}/segments`,
    access: 'signedIn',
    rate: 'model',
    audit: 'none',
    idempotency: 'required',
    params: one,
    input: AddSegmentInput,
    response: nothing,
    purpose:
      'Asks the next question; the same question under the same parent answers it anew, and `gptSystemId` has another agent answer it.',
  }),
  list: endpoint({
    kind: 'json',
    method: 'GET',
    path: base,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: z.strictObject({
      ...page,
      includeArchived: z.stringbool().optional(),
      includeDeleted: z.stringbool().optional(),
      search: text(0, limits.titleSearch).optional(),
    }),
    response: listOf(Conversation),
    purpose: "One's conversations, the last active first; `search` is a part of the title.",
  }),
  get: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${base}/{conversationId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: nothing,
    response: Conversation,
    purpose: 'One conversation.',
  }),
  listArchived: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${base}/archived`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: z.strictObject({ ...page, search: text(0, limits.titleSearch).optional() }),
    response: listOf(Conversation),
    purpose: "One's archived conversations, the last active first; `search` is a part of the title.",
  }),
  searchMessages: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${base}/search`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: z.strictObject({
      ...page,
      q: text(limits.messageSearchMin, limits.titleSearch),
      /** Among the archived conversations; else among the others. */
      archived: z.stringbool().optional(),
    }),
    response: listOf(MessageHit),
    purpose:
      "Questions and answers of one's own that contain `q` word for word, the newest first. One call looks through a bounded number of them: a page may be short, or empty, and still have a continuationToken.",
  }),
  events: endpoint({
    kind: 'stream',
    method: 'GET',
    path: `${base}/events`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: nothing,
    response: nothing,
    purpose:
      "What happens to one's conversations while one listens: first the answers that are being written, then each change.",
  }),
  updateSelectedLeafSegmentId: endpoint({
    kind: 'json',
    method: 'PUT',
    path: `${base}/{conversationId}/updateSelectedLeafSegmentId`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: z.strictObject({ conversationId: id, selectedLeafSegmentId: id }),
    response: Conversation,
    purpose: 'Chooses the visible branch by its last segment.',
  }),
  listSegments: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${base}/{conversationId}/segments`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: z.strictObject({ ids: z.string().max(8000).optional() }),
    response: z.object({
      items: z.array(Segment),
      /** The whole tree, oldest first; `items` holds the selected branch's last 200 or the named ones. */
      tree: z.array(
        z.object({
          conversationSegmentId: id,
          parentSegmentId: id.nullable(),
          status: z.enum(segmentStatuses),
        }),
      ),
    }),
    purpose: "The tree of a conversation's segments, with the bodies of the visible branch.",
  }),
  stream: endpoint({
    kind: 'stream',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/stream`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: segment,
    input: nothing,
    response: nothing,
    purpose: 'Follows an answer; `Last-Event-ID` resumes after the last event that was seen.',
  }),
  abort: endpoint({
    kind: 'json',
    method: 'POST',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/abort`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: segment,
    input: nothing,
    response: nothing,
    purpose: 'Stops an answer; what came is kept.',
  }),
  ...feedback,
  uploadVisionImage: endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${base}/VisionImages/Files`,
    access: 'signedIn',
    rate: 'upload',
    audit: 'none',
    idempotency: 'optional',
    params: nothing,
    input: nothing,
    response: VisionImage.extend({ mimeType: z.string() }),
    purpose:
      'Brings an image for the next question to a model that sees: re-encoded, at most 2,048 pixels wide and high.',
  }),
  getVisionImage: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${base}/VisionImages/{visionImageId}/Files/{blobFileName}/base64`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: z.strictObject({ visionImageId: id, blobFileName: z.string().min(1).max(100) }),
    input: nothing,
    response: z.object({ base64Content: z.string(), mimeType: z.string() }),
    purpose: "One's own image, or its thumbnail, as base64.",
  }),
  getCitation: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/citations`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: segment,
    input: z.strictObject({
      title: z.string().max(500),
      path: z.string().max(1000),
      citationId: z.string().max(100).optional(),
    }),
    response: CitedPassage,
    purpose: 'The passage that an answer cites, by the title and path of the citation.',
  }),
  updateTitle: endpoint({
    kind: 'json',
    method: 'PUT',
    path: `${base}/{conversationId}/updateTitle`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: z.strictObject({ conversationId: id, title: text(1, limits.conversationTitle) }),
    response: Conversation,
    purpose: 'Renames a conversation; a title that a person chose is never written over.',
  }),
  remove: endpoint({
    kind: 'json',
    method: 'DELETE',
    path: `${base}/{conversationId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: nothing,
    response: nothing,
    purpose: 'Marks a conversation as deleted; `restore` takes it back.',
  }),
  restore: endpoint({
    kind: 'json',
    method: 'PUT',
    path: `${base}/{conversationId}/restore`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: nothing,
    response: Conversation,
    purpose: 'Takes the deletion of a conversation back.',
  }),
  archive: endpoint({
    kind: 'json',
    method: 'PUT',
    path: `${base}/{conversationId}/archive`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: nothing,
    response: Conversation,
    purpose: 'Moves a conversation to the archived ones.',
  }),
  unArchive: endpoint({
    kind: 'json',
    method: 'PUT',
    path: `${base}/{conversationId}/unArchive`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: nothing,
    response: Conversation,
    purpose: 'Moves a conversation back from the archived ones.',
  }),
  export: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{conversationId}/export`,
    access: 'signedIn',
    rate: 'model',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: z.strictObject({
      format: z.enum(exportFormats).optional(),
      /** All branches, instead of the visible one; in JSON alone. */
      branches: z.enum(['all']).optional(),
      /** Of the few words around what was written. */
      language: z.enum(['en', 'ar']).optional(),
    }),
    response: nothing,
    purpose:
      'A conversation as a file: plain text (the default), Markdown or JSON, with the sources of its answers.',
  }),
  getCitedDocument: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/citedDocuments/{citationId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: cited,
    input: nothing,
    response: CitedDocument,
    purpose: 'The text of a cited file around the quote, as long as the agent still answers from it.',
  }),
  getCitedFile: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/uploadedFiles/{fileNameBase64}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: segment.extend({ fileNameBase64: z.string().min(1).max(2000) }),
    // Where two cited files have the same name, it says which one; it is never taken for the other.
    input: z.strictObject({ citationId: z.string().min(1).max(100).optional() }),
    response: nothing,
    purpose:
      'The bytes of a file that the answer cites, by its exact name in base64url of UTF-8, as long as the agent still answers from it.',
  }),
  getExecutionDetails: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/executionDetails`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: segment,
    input: nothing,
    response: ExecutionDetails,
    purpose: 'How an answer came about; the prompt only for those who may see the configuration.',
  }),
  getTraceLogs: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/traceLogs`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: segment,
    input: nothing,
    response: z.object({ items: z.array(TraceLine) }),
    purpose: "The trace of one's own answer, for those who may see the agent's configuration.",
  }),
  ...conversationSnapshots,
  ...conversationImports,
}
