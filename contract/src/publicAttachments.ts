import { z } from 'zod'
import { attachments } from './attachments.ts'
import type { Endpoint, Kind } from './endpoint.ts'

const { upload, get, getBase64, getState, remove } = attachments

/** Adapts an operation on people's own attachments to visitors. */
const ofVisitor = <P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodType, const K extends Kind>(
  declared: Endpoint<P, I, R, K>,
  purpose: string,
): Endpoint<P, I, R, K> => ({
  ...declared,
  path: declared.path.replace(
    '/api/internal',
    '/api/internal/publicConversations',
  ) as `/api/internal/${string}`,
  access: 'visitor',
  purpose,
})

/** Files that visitors of public pages attach to their questions. Part of the group `publicChat`. */
export const publicAttachments = {
  uploadAttachment: ofVisitor(
    {
      ...upload,
      input: z.strictObject({ attachmentType: z.literal('FileSearch'), context: z.literal('Conversation') }),
    },
    'Uploads a file for the visitor’s next question, if the page accepts files.',
  ),
  getAttachment: ofVisitor(get, 'Returns the bytes of the visitor’s own attachment.'),
  getAttachmentBase64: ofVisitor(getBase64, 'Returns the visitor’s own attachment as base64.'),
  getAttachmentState: ofVisitor(getState, 'Returns the processing progress of a visitor’s attachment.'),
  removeAttachment: ofVisitor(
    remove,
    'Deletes a visitor’s attachment if it hasn’t been sent with a question.',
  ),
}
