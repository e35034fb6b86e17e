import { z } from 'zod'
import { configurationReaders, configurationWriters } from './agentConfiguration.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { variablesOf } from './promptVariables.ts'

const prompts = '/api/internal/gptSystems/system/management/{gptSystemId}/prompts' as const
const ofAgent = z.strictObject({ gptSystemId: id })
const one = z.strictObject({ gptSystemId: id, promptId: id })

export const Prompt = z.object({
  promptId: id,
  title: z.string(),
  text: z.string(),
  variables: z.array(z.string()),
  /** Its position in the list. The lowest comes first. */
  order: z.number().int(),
  version: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export const PromptInput = z.strictObject({
  title: text(1, limits.promptTitle),
  text: text(1, limits.promptText).refine(
    (value) => variablesOf(value).length <= limits.promptVariables,
    `A prompt can have at most ${limits.promptVariables} variables.`,
  ),
  /** If absent, the position stays, and a new prompt goes to the end. */
  order: z.number().int().min(0).max(10_000).optional(),
})

/** The suggested questions of an agent. Part of the group `agents`. */
export const agentPrompts = {
  listPrompts: endpoint({
    method: 'GET',
    path: prompts,
    access: configurationReaders,
    rate: 'read',
    audit: 'none',
    params: ofAgent,
    input: z.strictObject(page),
    response: listOf(Prompt),
    purpose: 'Lists an agent’s prompts in order.',
  }),
  createPrompt: endpoint({
    method: 'POST',
    path: prompts,
    access: configurationWriters,
    rate: 'write',
    audit: 'agentPrompt.create',
    idempotency: 'optional',
    params: ofAgent,
    input: PromptInput,
    response: Prompt,
    etag: 'answers',
    purpose: 'Adds a prompt to an agent.',
  }),
  updatePrompt: endpoint({
    method: 'PUT',
    path: `${prompts}/{promptId}`,
    access: configurationWriters,
    rate: 'write',
    audit: 'agentPrompt.update',
    params: one,
    input: PromptInput,
    response: Prompt,
    etag: 'required',
    purpose: 'Changes an agent’s prompt.',
  }),
  movePrompt: endpoint({
    method: 'POST',
    path: `${prompts}/{promptId}/move`,
    access: configurationWriters,
    rate: 'write',
    audit: 'agentPrompt.move',
    idempotency: 'none',
    params: one,
    input: z.strictObject({ direction: z.enum(['Up', 'Down']) }),
    response: Prompt,
    etag: 'required',
    purpose: 'Moves a prompt up or down by one. At the end of the list, it stays in place.',
  }),
  removePrompt: endpoint({
    method: 'DELETE',
    path: `${prompts}/{promptId}`,
    access: configurationWriters,
    rate: 'write',
    audit: 'agentPrompt.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes an agent’s prompt.',
  }),
}
