import { z } from 'zod'
import { inFamily } from './conversationFamily.ts'
import { AskInput, PageContext } from './conversationShapes.ts'
import { conversations } from './conversations.ts'
import { nothing, page, text } from './endpoint.ts'
import { limits } from './limits.ts'
import { GptPublicEndpoint } from './publicSlug.ts'

const base = '/api/internal/publicConversations' as const
const of = inFamily({ base, access: 'visitor' }, nothing)
/** A page has one model. */
const question = AskInput.omit({ deployment: true, readWhole: true, research: true }).extend({
  /** Ignored unless the settings of the page allow it. */
  context: PageContext.optional(),
})

/**
 * Conversations of public pages. The visitor's secret in `x-public-session` is the only authority: IDs open
 * nothing.
 */
export const publicConversations = {
  create: inFamily({ base, access: 'visitor' }, z.strictObject({ gptPublicEndpoint: GptPublicEndpoint }))(
    {
      ...conversations.create,
      path: `${conversations.list.path}/byGptPublicEndpoint/{gptPublicEndpoint}`,
      params: nothing,
      input: question,
    },
    'Starts a visitor’s conversation on a public page and streams the answer.',
  ),
  addSegment: of(
    { ...conversations.addSegment, input: question },
    'Asks a visitor’s next question. Repeating a question under the same parent answers it again.',
  ),
  list: of(
    {
      ...conversations.list,
      input: z.strictObject({ ...page, search: text(0, limits.titleSearch).optional() }),
    },
    'Lists the visitor’s conversations, most recently active first. `search` matches part of the title.',
  ),
  get: of(conversations.get, 'Returns a visitor’s conversation.'),
  remove: of(conversations.remove, 'Deletes a visitor’s conversation.'),
  updateTitle: of(conversations.updateTitle, 'Renames a visitor’s conversation.'),
  updateSelectedLeafSegmentId: of(
    conversations.updateSelectedLeafSegmentId,
    'Selects the visible branch of a visitor’s conversation by its last segment.',
  ),
  export: of(
    conversations.export,
    'Exports a visitor’s conversation as plain text (the default), Markdown, or JSON.',
  ),
  listSegments: of(
    conversations.listSegments,
    'Returns the segment tree of a visitor’s conversation, with the content of the visible branch.',
  ),
  stream: of(
    conversations.stream,
    'Streams an answer to a visitor. `Last-Event-ID` resumes after the last event received.',
  ),
  abort: of(conversations.abort, 'Stops an answer to a visitor. The partial answer is kept.'),
  addFeedback: of(conversations.addFeedback, 'Rates an answer. Replaces the visitor’s previous rating.'),
  removeFeedback: of(conversations.removeFeedback, 'Deletes the visitor’s rating of an answer.'),
  uploadVisionImage: of(
    conversations.uploadVisionImage,
    'Uploads an image for the visitor’s next question, if the page accepts images.',
  ),
  getVisionImage: of(
    conversations.getVisionImage,
    'Returns the visitor’s own image, or its thumbnail, as base64.',
  ),
  getCitation: of(conversations.getCitation, 'Returns the passage that an answer to a visitor cites.'),
  getCitedFile: of(
    conversations.getCitedFile,
    'Returns the bytes of a file that the answer cites, if the page lets visitors download sources.',
  ),
}
