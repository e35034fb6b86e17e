import { z } from 'zod'
import { FileState } from './dataSources.ts'
import { endpoint, id, nothing } from './endpoint.ts'

export const attachmentTypes = ['FileSearch', 'CodeInterpreter'] as const
export const attachmentContexts = ['GptSystem', 'Conversation'] as const

/** A file that a user adds to a conversation. It is searched only there. */
export const Attachment = z.object({
  attachmentId: id,
  originalFileName: z.string(),
  attachmentType: z.enum(attachmentTypes),
  context: z.enum(attachmentContexts),
  size: z.number().int(),
  mimeType: z.string(),
  /** The processing progress, as for a library's file. If processing failed, `reason` is an error code. */
  state: FileState,
  progress: z.number().int().min(0).max(100),
  reason: z.string().nullable(),
  pages: z.number().int().nullable(),
})

const base = '/api/internal/attachments' as const
const one = z.strictObject({ attachmentId: id })
const reading = {
  method: 'GET',
  access: 'signedIn',
  rate: 'read',
  audit: 'none',
  params: one,
} as const

export const attachments = {
  upload: endpoint({
    kind: 'upload',
    method: 'POST',
    path: base,
    access: 'signedIn',
    rate: 'upload',
    audit: 'none',
    idempotency: 'optional',
    input: z.strictObject({
      attachmentType: z.enum(attachmentTypes),
      /** Only Conversation is accepted: an agent answers from file libraries. */
      context: z.enum(attachmentContexts),
    }),
    response: Attachment,
    purpose:
      'Uploads a file for the next question. It’s processed immediately and searched only in that conversation.',
  }),
  get: endpoint({
    ...reading,
    kind: 'file',
    path: `${base}/{attachmentId}`,
    response: nothing,
    purpose: 'Returns the bytes of your own attachment.',
  }),
  getBase64: endpoint({
    ...reading,
    path: `${base}/{attachmentId}/base64`,
    response: z.object({ originalFileName: z.string(), mimeType: z.string(), base64Content: z.string() }),
    purpose: 'Returns your own attachment as base64.',
  }),
  getState: endpoint({
    ...reading,
    path: `${base}/{attachmentId}/state`,
    response: Attachment,
    purpose: 'Returns the processing progress of an attachment.',
  }),
  remove: endpoint({
    ...reading,
    method: 'DELETE',
    rate: 'write',
    path: `${base}/{attachmentId}`,
    response: nothing,
    purpose: 'Deletes your own attachment if it hasn’t been sent with a question.',
  }),
}
