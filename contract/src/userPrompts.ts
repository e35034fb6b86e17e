import { z } from 'zod'
import { Prompt, PromptInput } from './agentPrompts.ts'
import { endpoint, id, listOf, nothing, page } from './endpoint.ts'

const prompts = '/api/internal/currentUser/prompts' as const
const one = z.strictObject({ promptId: id })

/** People's own prompts. */
export const userPrompts = {
  listPrompts: endpoint({
    method: 'GET',
    path: prompts,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject(page),
    response: listOf(Prompt),
    purpose: 'Lists your own prompts in order.',
  }),
  createPrompt: endpoint({
    method: 'POST',
    path: prompts,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    idempotency: 'optional',
    input: PromptInput,
    response: Prompt,
    etag: 'answers',
    purpose: 'Saves a prompt of your own.',
  }),
  getPrompt: endpoint({
    method: 'GET',
    path: `${prompts}/{promptId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one,
    response: Prompt,
    etag: 'answers',
    purpose: 'Returns one of your own prompts.',
  }),
  updatePrompt: endpoint({
    method: 'PUT',
    path: `${prompts}/{promptId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    input: PromptInput,
    response: Prompt,
    etag: 'required',
    purpose: 'Changes one of your own prompts.',
  }),
  removePrompt: endpoint({
    method: 'DELETE',
    path: `${prompts}/{promptId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'none',
    params: one,
    response: nothing,
    purpose: 'Deletes one of your own prompts.',
  }),
}
