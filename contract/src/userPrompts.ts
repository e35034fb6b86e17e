import { z } from 'zod'
import { Prompt, PromptInput } from './agentPrompts.ts'
import { endpoint, id, listOf, nothing, page } from './endpoint.ts'

const prompts = '/api/internal/currentUser/prompts' as const
const one = z.strictObject({ promptId: id })

/** The prompts that people keep for themselves. */
export const userPrompts = {
  listPrompts: endpoint({
    kind: 'json',
    method: 'GET',
    path: prompts,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: nothing,
    input: z.strictObject(page),
    response: listOf(Prompt),
    purpose: "One's own prompts, in their order.",
  }),
  createPrompt: endpoint({
    kind: 'json',
    method: 'POST',
    path: prompts,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'optional',
    params: nothing,
    input: PromptInput,
    response: Prompt,
    etag: 'answers',
    purpose: 'Keeps a prompt for oneself.',
  }),
  getPrompt: endpoint({
    kind: 'json',
    method: 'GET',
    path: `${prompts}/{promptId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: nothing,
    response: Prompt,
    etag: 'answers',
    purpose: "One of one's own prompts.",
  }),
  updatePrompt: endpoint({
    kind: 'json',
    method: 'PUT',
    path: `${prompts}/{promptId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: PromptInput,
    response: Prompt,
    etag: 'required',
    purpose: "Changes one of one's own prompts.",
  }),
  removePrompt: endpoint({
    kind: 'json',
    method: 'DELETE',
    path: `${prompts}/{promptId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: nothing,
    response: nothing,
    purpose: "Removes one of one's own prompts.",
  }),
}
