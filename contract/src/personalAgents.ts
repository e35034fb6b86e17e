import { z } from 'zod'
import { Configuration, GptSystemCard, StateAnswer, UpdateState } from './agents.ts'
import { endpoint, id, nothing } from './endpoint.ts'

const one = z.strictObject({ configStateId: id })

/** Agents that people make for themselves. Needs the flag AllowUserCreatedGptSystems. */
export const personalAgents = {
  createState: endpoint({
    kind: 'json',
    method: 'POST',
    path: '/api/internal/configStates',
    access: 'signedIn',
    rate: 'write',
    audit: 'configState.create',
    idempotency: 'optional',
    params: nothing,
    input: z.strictObject({ gptSystemType: z.literal('User') }),
    response: z.object({ configuration: Configuration }),
    purpose:
      'Begins a personal agent: a draft with the default configuration, which nobody can chat with yet.',
  }),
  updateState: endpoint({
    kind: 'json',
    method: 'PUT',
    path: '/api/internal/configStates/{configStateId}',
    access: 'signedIn',
    rate: 'write',
    audit: 'configState.update',
    idempotency: 'none',
    params: one,
    input: UpdateState,
    response: StateAnswer,
    purpose: "Changes a draft of one's own agent.",
  }),
  createFromState: endpoint({
    kind: 'json',
    method: 'POST',
    path: '/api/internal/gptSystems/user/management/fromConfigState/{configStateId}',
    access: 'signedIn',
    rate: 'write',
    audit: 'personalAgent.publish',
    idempotency: 'optional',
    params: one,
    input: nothing,
    response: z.object({ gptSystem: GptSystemCard }),
    purpose: 'Makes the draft the configuration that its owner chats with.',
  }),
}
