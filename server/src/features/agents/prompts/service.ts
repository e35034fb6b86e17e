import type { agents, agentsForConversation } from '@parlance/contract/agents'
import { limits } from '@parlance/contract/limits'
import type { Actor } from '../../../platform/access/actor.ts'
import { isUniqueViolation, type Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findReadable } from '../states/store.ts'
import { findWritable } from '../store.ts'
import * as store from './store.ts'

/** The calls about the questions that agents offer ready-made. */
export function createPrompts({ database, config }: Platform) {
  const pages = createContinuation<{ order: number; id: string }>(config.secretKey, 'agentPrompts')

  async function page(
    gptSystemId: string,
    input: { pageSize?: number | undefined; continuationToken?: string | undefined },
  ) {
    const limit = input.pageSize ?? limits.pageSize
    const after = pages.read(input.continuationToken)
    const found = await store.readPrompts(database.db, gptSystemId, { after, limit: limit + 1 })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    const more = found.length > limit && last
    return { items, continuationToken: more ? pages.write({ order: last.order, id: last.promptId }) : null }
  }

  return {
    management: {
      async listPrompts({ actor, params, input }: Call<typeof agents.listPrompts>) {
        if (!(await findReadable(database.db, actor, params.gptSystemId)))
          throw new AppError('agent.notFound')
        return page(params.gptSystemId, input)
      },

      createPrompt: (call: Call<typeof agents.createPrompt>) =>
        call.change(async (tx, record) => {
          const { gptSystemId } = call.params
          await demandWritable(tx, call.actor, gptSystemId)
          const { count, next } = await store.readEnd(tx, gptSystemId)
          if (count >= limits.promptsPerOwner) throw new AppError('prompt.tooMany')
          const { title, text, order = next } = call.input
          const id = await untaken(store.insertPrompt(tx, gptSystemId, { title, text, order }))
          const made = await locked(tx, gptSystemId, id)
          record({ ...named(made), before: null, after: recorded(made) })
          return made
        }),

      updatePrompt: (call: Call<typeof agents.updatePrompt>) =>
        call.change(async (tx, record) => {
          const { gptSystemId, promptId } = call.params
          await demandWritable(tx, call.actor, gptSystemId)
          const before = await locked(tx, gptSystemId, promptId)
          if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
          const { title, text, order = before.order } = call.input
          await untaken(store.updatePrompt(tx, promptId, { title, text, order }))
          const after = await locked(tx, gptSystemId, promptId)
          record({ ...named(after), before: recorded(before), after: recorded(after) })
          return after
        }),

      movePrompt: (call: Call<typeof agents.movePrompt>) =>
        call.change(async (tx, record) => {
          const { gptSystemId, promptId } = call.params
          // The agent is locked: of two who move at once, the second one moves in the list of the first.
          await demandWritable(tx, call.actor, gptSystemId)
          const before = await locked(tx, gptSystemId, promptId)
          if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
          const ids = await store.readOrder(tx, gptSystemId)
          const from = ids.indexOf(promptId)
          const to = from + (call.input.direction === 'Up' ? -1 : 1)
          const other = ids[to]
          if (other === undefined) {
            record('nothing')
            return before
          }
          await store.updateOrder(tx, gptSystemId, ids.with(to, promptId).with(from, other), promptId)
          const after = await locked(tx, gptSystemId, promptId)
          record({ ...named(after), before: recorded(before), after: recorded(after) })
          return after
        }),

      removePrompt: (call: Call<typeof agents.removePrompt>) =>
        call.change(async (tx, record) => {
          const { gptSystemId, promptId } = call.params
          await demandWritable(tx, call.actor, gptSystemId)
          const before = await locked(tx, gptSystemId, promptId)
          await store.removePrompt(tx, promptId)
          record({ ...named(before), before: recorded(before), after: null })
          return {}
        }),
    },

    async listForConversation({ actor, params, input }: Call<typeof agentsForConversation.listPrompts>) {
      if (!(await store.findUsableAgent(database.db, actor, params.gptSystemId)))
        throw new AppError('agent.notFound')
      return page(params.gptSystemId, input)
    },
  }
}

async function demandWritable(tx: Sql, actor: Actor, gptSystemId: string): Promise<void> {
  if (!(await findWritable(tx, actor, gptSystemId))) throw new AppError('agent.notFound')
}

async function locked(tx: Sql, gptSystemId: string, promptId: string): Promise<store.PromptRow> {
  const prompt = await store.readPrompt(tx, gptSystemId, promptId)
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
