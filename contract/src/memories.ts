import { z } from 'zod'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

const me = '/api/internal/currentUser' as const
const base = `${me}/memories` as const
const one = z.strictObject({ memoryId: id })

/** Something to take into account in later chats. One line, without characters that no one sees. */
export const MemoryInput = z.strictObject({ text: text(1, limits.memoryText) })

export const Memory = z.object({
  memoryId: id,
  text: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  version: z.number().int(),
  /** The question during whose answer it was remembered. Null if the user entered it. */
  sourceSegmentId: id.nullable(),
  /** The conversation of that question. Null, like the question, once the conversation is deleted. */
  sourceConversation: z.object({ conversationId: id, gptSystemId: id, title: z.string() }).nullable(),
  /** Whether an answer still waits for the user to allow it. Such a memory is only returned by its ID. */
  isProposed: z.boolean(),
})

const MemorySettings = z.object({
  /** Whether the instance allows memory. */
  allowed: z.boolean(),
  /** Whether the user has turned it on. Without both, memories are neither used nor added by models. */
  enabled: z.boolean(),
  /** How many are stored, also while memory isn’t allowed. */
  count: z.number().int(),
})

/** What is remembered about people from their chats. Everyone sees only their own. */
export const memories = {
  getMemorySettings: endpoint({
    method: 'GET',
    path: `${me}/memorySettings`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: MemorySettings,
    purpose: 'Returns whether memory is allowed and turned on, and how many memories you have.',
  }),
  updateMemorySettings: endpoint({
    method: 'PUT',
    path: `${me}/memorySettings`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    input: z.strictObject({ enabled: z.boolean() }),
    response: MemorySettings,
    purpose: 'Turns memory on or off for your chats. Turning it off keeps your memories.',
  }),
  listMemories: endpoint({
    method: 'GET',
    path: base,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      /** Only this one, also if an answer still asks for it. A deleted one is no error, because answers name it. */
      memoryId: id.optional(),
    }),
    response: listOf(Memory).extend({ allowed: z.boolean() }),
    purpose: 'Lists your memories, newest first, or one of them. Empty if the instance doesn’t allow memory.',
  }),
  createMemory: endpoint({
    method: 'POST',
    path: base,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'optional',
    input: MemoryInput,
    // The answer to a repeated call is stored for a while, and must not be a copy of the text.
    response: one,
    purpose: 'Adds a memory of your own.',
  }),
  clearMemories: endpoint({
    method: 'DELETE',
    path: base,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    response: nothing,
    purpose: 'Deletes all your memories for good, also while memory isn’t allowed.',
  }),
  getMemory: endpoint({
    method: 'GET',
    path: `${base}/{memoryId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one,
    response: Memory,
    etag: 'answers',
    purpose: 'Returns one of your memories, or what an answer asks you to have remembered.',
  }),
  updateMemory: endpoint({
    method: 'PUT',
    path: `${base}/{memoryId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    input: MemoryInput,
    response: Memory,
    etag: 'required',
    purpose: 'Changes one of your memories. The next question uses the new text.',
  }),
  removeMemory: endpoint({
    method: 'DELETE',
    path: `${base}/{memoryId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    response: nothing,
    purpose: 'Deletes one of your memories for good, also while memory isn’t allowed.',
  }),
}
