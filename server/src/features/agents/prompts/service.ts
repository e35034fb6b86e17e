import type { agents, agentsForConversation } from '@parlance/contract/agents'
import { limits } from '@parlance/contract/limits'
import type { userPrompts } from '@parlance/contract/userPrompts'
import type { Actor } from '../../../platform/access/actor.ts'
import { isUniqueViolation, type Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findReadable } from '../states/store.ts'
import { findWritable } from '../store.ts'
import * as store from './store.ts'

/** The calls for prompts: those offered by agents, and those users keep for themselves. */
export function createPrompts({ database, config }: Platform) {
  const { db } = database
  const pages = createContinuation<{ order: number; id: string }>(config.secretKey, 'prompts')

  async function page(
    owner: store.PromptOwner,
    input: { pageSize?: number | undefined; continuationToken?: string | undefined },
  ) {
    const limit = input.pageSize ?? limits.pageSize
    const after = pages.read(input.continuationToken)
    const found = await store.readPrompts(db, owner, { after, limit: limit + 1 })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    const more = found.length > limit && last
    return { items, continuationToken: more ? pages.write({ order: last.order, id: last.promptId }) : null }
  }

  return {
    management: {
      async listPrompts({ actor, params, input }: Call<typeof agents.listPrompts>) {
        if (!(await findReadable(db, actor, params.gptSystemId))) throw new AppError('agent.notFound')
        return page(store.ofAgent(params.gptSystemId), input)
      },

      createPrompt: (call: Call<typeof agents.createPrompt>) =>
        call.change(async (tx, record) => {
          const { gptSystemId } = call.params
          await demandWritable(tx, call.actor, gptSystemId)
          const created = await create(tx, store.ofAgent(gptSystemId), call.input)
          record({ ...named(created), before: null, after: recorded(created) })
          return created
        }),

      updatePrompt: (call: Call<typeof agents.updatePrompt>) =>
        call.change(async (tx, record) => {
          const { gptSystemId, promptId } = call.params
          await demandWritable(tx, call.actor, gptSystemId)
          const { before, after } = await update(tx, store.ofAgent(gptSystemId), promptId, call)
          record({ ...named(after), before: recorded(before), after: recorded(after) })
          return after
        }),

      movePrompt: (call: Call<typeof agents.movePrompt>) =>
        call.change(async (tx, record) => {
          const { gptSystemId, promptId } = call.params
          // The agent is locked, so the second of two concurrent moves works on the result of the first.
          await demandWritable(tx, call.actor, gptSystemId)
          const owner = store.ofAgent(gptSystemId)
          const before = await locked(tx, owner, promptId)
          if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
          const ids = await store.readOrder(tx, owner)
          const from = ids.indexOf(promptId)
          const to = from + (call.input.direction === 'Up' ? -1 : 1)
          const other = ids[to]
          if (other === undefined) {
            record('nothing')
            return before
          }
          await store.updateOrder(tx, owner, ids.with(to, promptId).with(from, other), promptId)
          const after = await locked(tx, owner, promptId)
          record({ ...named(after), before: recorded(before), after: recorded(after) })
          return after
        }),

      removePrompt: (call: Call<typeof agents.removePrompt>) =>
        call.change(async (tx, record) => {
          const { gptSystemId, promptId } = call.params
          await demandWritable(tx, call.actor, gptSystemId)
          const before = await remove(tx, store.ofAgent(gptSystemId), promptId)
          record({ ...named(before), before: recorded(before), after: null })
          return {}
        }),
    },

    own: {
      listPrompts: ({ actor, input }: Call<typeof userPrompts.listPrompts>) =>
        page(store.ofPerson(actor), input),

      async getPrompt({ actor, params }: Call<typeof userPrompts.getPrompt>) {
        const prompt = await store.readPrompt(db, store.ofPerson(actor), params.promptId)
        if (!prompt) throw new AppError('prompt.notFound')
        return prompt
      },

      createPrompt: (call: Call<typeof userPrompts.createPrompt>) =>
        call.change((tx) => create(tx, store.ofPerson(call.actor), call.input)),

      updatePrompt: (call: Call<typeof userPrompts.updatePrompt>) =>
        call.change(async (tx) => {
          const { after } = await update(tx, store.ofPerson(call.actor), call.params.promptId, call)
          return after
        }),

      removePrompt: (call: Call<typeof userPrompts.removePrompt>) =>
        call.change(async (tx) => {
          await remove(tx, store.ofPerson(call.actor), call.params.promptId)
          return {}
        }),
    },

    async listForConversation({
      actor,
      params,
      input,
    }: Pick<Call<typeof agentsForConversation.listPrompts>, 'actor' | 'params' | 'input'>) {
      if (!(await store.findUsableAgent(db, actor, params.gptSystemId))) throw new AppError('agent.notFound')
      return page(store.ofAgent(params.gptSystemId), input)
    },
  }
}

type Input = Call<typeof userPrompts.createPrompt>['input']

async function create(tx: Sql, owner: store.PromptOwner, input: Input): Promise<store.PromptRow> {
  const { count, next } = await store.readEnd(tx, owner)
  if (count >= limits.promptsPerOwner) throw new AppError('prompt.tooMany')
  const { title, text, order = next } = input
  return locked(tx, owner, await untaken(store.insertPrompt(tx, owner, { title, text, order })))
}

async function update(
  tx: Sql,
  owner: store.PromptOwner,
  promptId: string,
  { input, ifMatch }: { input: Input; ifMatch: number | null },
) {
  const before = await locked(tx, owner, promptId)
  if (before.version !== ifMatch) throw new AppError('request.stale', { current: before })
  const { title, text, order = before.order } = input
  await untaken(store.updatePrompt(tx, owner, promptId, { title, text, order }))
  return { before, after: await locked(tx, owner, promptId) }
}

async function remove(tx: Sql, owner: store.PromptOwner, promptId: string): Promise<store.PromptRow> {
  const before = await locked(tx, owner, promptId)
  await store.removePrompt(tx, owner, promptId)
  return before
}

async function demandWritable(tx: Sql, actor: Actor, gptSystemId: string): Promise<void> {
  if (!(await findWritable(tx, actor, gptSystemId))) throw new AppError('agent.notFound')
}

async function locked(tx: Sql, owner: store.PromptOwner, promptId: string): Promise<store.PromptRow> {
  const prompt = await store.lockPrompt(tx, owner, promptId)
  if (!prompt) throw new AppError('prompt.notFound')
  return prompt
}

async function untaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause
    const { message } = new AppError('prompt.taken')
    throw new AppError('prompt.taken', { cause, fields: [{ field: 'title', message }] })
  }
}

const named = ({ promptId, title }: store.PromptRow) => ({
  entityType: 'AgentPrompt',
  entityId: promptId,
  entityName: title,
})
const recorded = ({ title, text, order }: store.PromptRow) => ({ title, text, order })
