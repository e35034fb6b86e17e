import { z } from 'zod'
import {
  AddSegmentInput,
  AskInput,
  CitedDocument,
  CitedPassage,
  Conversation,
  DeletedConversation,
  DocumentMatch,
  ExecutionDetails,
  MessageHit,
  Segment,
  TraceLine,
  VisionImage,
} from './conversationShapes.ts'
import { endpoint, id, listOf, nothing, page, text } from './endpoint.ts'
import { segmentStatuses } from './events.ts'
import { exportFormats } from './exportFile.ts'
import { feedback } from './feedback.ts'
import { GeneratedImage, ImageEdit } from './generatedImages.ts'
import { conversationImports } from './imports.ts'
import { limits } from './limits.ts'
import { conversationSnapshots } from './snapshots.ts'

const one = z.strictObject({ conversationId: id })
const segment = z.strictObject({ conversationId: id, conversationSegmentId: id })
const generatedImage = segment.extend({ key: id })
const citedFile = segment.extend({ fileNameBase64: z.string().min(1).max(2000) })
const position = z.coerce.number().int().min(0).max(10_000_000)
const pageNumber = z.coerce.number().int().min(1).max(1_000_000)
const cited = segment.extend({ citationId: z.string().min(1).max(100) })
const base = '/api/internal/userConversations' as const

/** All except imports, which a separate feature serves under the same group name. */
export const conversationCalls = {
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
      'Starts a conversation with an agent and streams the answer. Temporary conversations aren’t listed or kept.',
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
      'Asks the next question. Repeating a question under the same parent answers it again, and `gptSystemId` selects another agent.',
  }),
  list: endpoint({
    method: 'GET',
    path: base,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      includeArchived: z.stringbool().optional(),
      includeDeleted: z.stringbool().optional(),
      search: text(0, limits.titleSearch).optional(),
    }),
    response: listOf(Conversation),
    purpose: 'Lists your conversations, most recently active first. `search` matches part of the title.',
  }),
  get: endpoint({
    method: 'GET',
    path: `${base}/{conversationId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one,
    response: Conversation,
    purpose: 'Returns a conversation.',
  }),
  listArchived: endpoint({
    method: 'GET',
    path: `${base}/archived`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, search: text(0, limits.titleSearch).optional() }),
    response: listOf(Conversation),
    purpose:
      'Lists your archived conversations, most recently active first. `search` matches part of the title.',
  }),
  listDeleted: endpoint({
    method: 'GET',
    path: `${base}/deleted`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject(page),
    response: listOf(DeletedConversation),
    purpose: 'Lists your deleted conversations that `restore` can bring back, last deleted first.',
  }),
  removeDeleted: endpoint({
    method: 'DELETE',
    path: `${base}/deleted/{conversationId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    response: nothing,
    purpose:
      'Deletes a deleted conversation permanently before its 30 days are over. Its contents are removed with the next hourly cleanup.',
  }),
  removeAllDeleted: endpoint({
    method: 'DELETE',
    path: `${base}/deleted`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    response: z.object({ more: z.boolean() }),
    purpose:
      'Deletes your deleted conversations permanently. Each call covers a limited number of them. Repeat it while `more` is true.',
  }),
  searchMessages: endpoint({
    method: 'GET',
    path: `${base}/search`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      q: text(limits.messageSearchMin, limits.titleSearch),
      /** True for archived conversations, otherwise the others. */
      archived: z.stringbool().optional(),
    }),
    response: listOf(MessageHit),
    purpose:
      'Searches your own questions and answers for the exact text `q`, newest first. Each call searches a limited number of them, so a page can be short or empty and still have a continuationToken.',
  }),
  events: endpoint({
    kind: 'stream',
    method: 'GET',
    path: `${base}/events`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: nothing,
    purpose: 'Streams updates to your conversations: first the answers in progress, then each change.',
  }),
  updateSelectedLeafSegmentId: endpoint({
    method: 'PUT',
    path: `${base}/{conversationId}/updateSelectedLeafSegmentId`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    input: z.strictObject({ conversationId: id, selectedLeafSegmentId: id }),
    response: Conversation,
    purpose: 'Selects the visible branch by its last segment.',
  }),
  listSegments: endpoint({
    method: 'GET',
    path: `${base}/{conversationId}/segments`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({ ids: z.string().max(8000).optional() }),
    response: z.object({
      items: z.array(Segment),
      /** The whole tree, oldest first. `items` contains the selected branch's last 200, or those requested. */
      tree: z.array(
        z.object({
          conversationSegmentId: id,
          parentSegmentId: id.nullable(),
          /** The first sibling with the same question. Segments with the same one are answers to one question. */
          questionSegmentId: id,
          status: z.enum(segmentStatuses),
        }),
      ),
    }),
    purpose: 'Returns a conversation’s segment tree, with the content of the visible branch.',
  }),
  stream: endpoint({
    kind: 'stream',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/stream`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: segment,
    response: nothing,
    purpose: 'Streams an answer. `Last-Event-ID` resumes after the last event received.',
  }),
  abort: endpoint({
    method: 'POST',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/abort`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: segment,
    response: nothing,
    purpose: 'Stops an answer. The partial answer is kept.',
  }),
  decideToolCall: endpoint({
    method: 'POST',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/toolCalls/{toolCallId}/decision`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: z.strictObject({ ...segment.shape, toolCallId: z.string().min(1).max(64) }),
    input: z.strictObject({
      approved: z.boolean(),
      /** Whether the decision applies to all calls of this tool in the conversation. Only an approval can. */
      remember: z.enum(['Once', 'Conversation']),
    }),
    response: nothing,
    purpose:
      'Approves or declines a call of a tool for which an answer waits. The call is the step with state `AwaitingApproval`, and `toolCallId` is its `id`.',
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
    response: VisionImage.extend({ mimeType: z.string() }),
    purpose:
      'Uploads an image for the next question to a model that reads images. Re-encoded, at most 2,048 pixels wide and high.',
  }),
  getVisionImage: endpoint({
    method: 'GET',
    path: `${base}/VisionImages/{visionImageId}/Files/{blobFileName}/base64`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: z.strictObject({ visionImageId: id, blobFileName: z.string().min(1).max(100) }),
    response: z.object({ base64Content: z.string(), mimeType: z.string() }),
    purpose: 'Returns your own image, or its thumbnail, as base64.',
  }),
  getOpenAIFile: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/openAIFiles/{fileId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: segment.extend({ fileId: id }),
    input: nothing,
    response: nothing,
    purpose: 'Returns a file or chart that the code interpreter wrote for an answer.',
  }),
  runCode: endpoint({
    kind: 'stream',
    method: 'POST',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/codeRuns`,
    access: 'signedIn',
    rate: 'model',
    audit: 'none',
    idempotency: 'none',
    params: segment,
    input: z.strictObject({ code: z.string().min(1).max(limits.codeCharacters) }),
    response: nothing,
    purpose:
      'Runs code with the files and variables of a conversation, and streams what it shows. It is added to the code of the answer. Disconnecting stops it.',
  }),
  listGeneratedImages: endpoint({
    method: 'GET',
    path: `${base}/{conversationId}/generatedImages`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject(page),
    response: listOf(GeneratedImage),
    purpose: 'Lists the images that models created for the answers of a conversation, newest first.',
  }),
  getGeneratedImage: endpoint({
    kind: 'image',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/generatedImages/{key}/{fileName}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: generatedImage.extend({ fileName: z.string().min(1).max(100) }),
    input: nothing,
    response: nothing,
    purpose:
      'Returns an image that a model created for an answer. The event `generated-image-link` has its path.',
  }),
  editGeneratedImage: endpoint({
    method: 'POST',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/generatedImages/{key}/edits`,
    access: 'signedIn',
    rate: 'model',
    audit: 'none',
    idempotency: 'required',
    params: generatedImage,
    input: ImageEdit,
    response: GeneratedImage,
    purpose:
      'Creates another image from one of an answer and adds it to that answer. With `prompt`, the image is edited, and with `mask` only where that is transparent. Without, the same prompt creates a variant.',
  }),
  getCitation: endpoint({
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/citations`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: segment,
    input: z.strictObject({
      title: z.string().max(500),
      path: z.string().max(1000),
      citationId: z.string().max(100).optional(),
    }),
    response: CitedPassage,
    purpose: 'Returns the passage that an answer cites, by the title and path of the citation.',
  }),
  updateTitle: endpoint({
    method: 'PUT',
    path: `${base}/{conversationId}/updateTitle`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    input: z.strictObject({ conversationId: id, title: text(1, limits.conversationTitle) }),
    response: Conversation,
    purpose: 'Renames a conversation. A title chosen by a person is never overwritten.',
  }),
  updateGptSystem: endpoint({
    method: 'PUT',
    path: `${base}/{conversationId}/gptSystem`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    input: z.strictObject({ gptSystemId: id }),
    response: Conversation,
    purpose:
      'Continues a conversation with another agent that you can chat with. Earlier answers stay with the agent that gave them.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/{conversationId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    response: nothing,
    purpose: 'Marks a conversation as deleted. `restore` reverts this.',
  }),
  restore: endpoint({
    method: 'PUT',
    path: `${base}/{conversationId}/restore`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    response: Conversation,
    purpose: 'Restores a deleted conversation.',
  }),
  archive: endpoint({
    method: 'PUT',
    path: `${base}/{conversationId}/archive`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    response: Conversation,
    purpose: 'Archives a conversation.',
  }),
  unArchive: endpoint({
    method: 'PUT',
    path: `${base}/{conversationId}/unArchive`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    response: Conversation,
    purpose: 'Unarchives a conversation.',
  }),
  export: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{conversationId}/export`,
    access: 'signedIn',
    rate: 'model',
    audit: 'none',
    params: one,
    input: z.strictObject({
      format: z.enum(exportFormats).optional(),
      /** All branches, not only the visible one. JSON only. */
      branches: z.enum(['all']).optional(),
      /** The language of the fixed words in the export. */
      language: z.enum(['en', 'ar']).optional(),
    }),
    response: nothing,
    purpose:
      'Exports a conversation as plain text (the default), Markdown, or JSON, with the sources of its answers.',
  }),
  getCitedDocument: endpoint({
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/citedDocuments/{citationId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: cited,
    response: CitedDocument,
    purpose:
      'Returns the text of a cited file around the passage, as long as the agent still answers from it.',
  }),
  viewCitedFile: endpoint({
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/uploadedFiles/{fileNameBase64}/view`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: citedFile,
    input: z.strictObject({
      citationId: z.string().min(1).max(100).optional(),
      /** A page to begin at. */
      page: pageNumber.optional(),
      /** A passage to show with those around it, with this text in it marked. */
      at: position.optional(),
      mark: text(1, limits.documentSearch).optional(),
      /** A passage to end before or begin after. What it has in common with its neighbors is left out. */
      before: position.optional(),
      after: position.optional(),
    }),
    response: CitedDocument,
    purpose: 'Returns another part of a cited file as text, if its library lets readers see whole files.',
  }),
  searchCitedFile: endpoint({
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/uploadedFiles/{fileNameBase64}/matches`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: citedFile,
    input: z.strictObject({
      citationId: z.string().min(1).max(100).optional(),
      search: text(1, limits.documentSearch),
      /** The position to continue from: `next` of the previous answer. */
      from: position.optional(),
    }),
    response: z.object({
      matches: z.array(DocumentMatch),
      /** Where to continue. Null at the end of the file. */
      next: z.number().int().nullable(),
    }),
    purpose: 'Finds a text in a cited file, if its library lets readers see whole files.',
  }),
  getCitedFile: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/uploadedFiles/{fileNameBase64}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: citedFile,
    // Selects one of two cited files with the same name. It is never treated as the other file.
    input: z.strictObject({ citationId: z.string().min(1).max(100).optional() }),
    response: nothing,
    purpose:
      'Returns the bytes of a file that the answer cites, by its exact name in base64url of UTF-8, as long as the agent still answers from it.',
  }),
  getExecutionDetails: endpoint({
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/executionDetails`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: segment,
    response: ExecutionDetails,
    purpose:
      'Returns how an answer was produced. Includes the prompt only for people who can view the configuration.',
  }),
  getTraceLogs: endpoint({
    method: 'GET',
    path: `${base}/{conversationId}/segments/{conversationSegmentId}/traceLogs`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: segment,
    response: z.object({ items: z.array(TraceLine) }),
    purpose: 'Returns the trace of your own answer, for people who can view the agent’s configuration.',
  }),
  ...conversationSnapshots,
}

export const conversations = { ...conversationCalls, ...conversationImports }
