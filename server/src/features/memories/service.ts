import { limits } from '@parlance/contract/limits'
import type { memories } from '@parlance/contract/memories'
import { isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { memoryText } from './memoryText.ts'
import { refusalOf } from './remembering.ts'
import * as store from './store.ts'

type Group = typeof memories

const refusals = { Known: 'memory.known', Full: 'memory.full' } as const

export function createService({ config, database }: Platform, instance: CurrentInstance) {
  const { db } = database
  const pages = createContinuation<store.Position>(config.secretKey, 'memories')
  const isAllowed = async () => (await instance.read()).memoryAllowed
  const demandAllowed = async () => {
    if (!(await isAllowed())) throw new AppError('memory.notAllowed')
  }
  const settingsOf = async (sql: Sql, actor: Call['actor']) => ({
    allowed: await isAllowed(),
    ...(await store.findSettings(sql, actor)),
  })
  // A page asks as soon as an answer or another window says so, which a replica can be behind.
  const current = <T>(work: () => Promise<T>) => database.primary(work)

  return {
    getMemorySettings: ({ actor }: Call<Group['getMemorySettings']>) => current(() => settingsOf(db, actor)),

    async updateMemorySettings(call: Call<Group['updateMemorySettings']>) {
      const { enabled } = call.input
      if (enabled) await demandAllowed()
      return call.change(async (tx) => {
        await (enabled ? store.insertUser(tx, call.actor) : store.removeUser(tx, call.actor))
        return settingsOf(tx, call.actor)
      })
    },

    async listMemories({ actor, input }: Call<Group['listMemories']>) {
      const after = pages.read(input.continuationToken)
      if (!(await isAllowed())) return { items: [], continuationToken: null, allowed: false }
      if (input.memoryId) {
        const memory = await current(() => store.findMemory(db, actor, input.memoryId ?? ''))
        return { items: memory ? [memory] : [], continuationToken: null, allowed: true }
      }
      const limit = input.pageSize ?? limits.pageSize
      const found = await current(() => store.listMemories(db, actor, { after, limit: limit + 1 }))
      const items = found.slice(0, limit)
      const last = items.at(-1)
      const hasMore = found.length > limit && last
      return {
        items,
        allowed: true,
        continuationToken: hasMore ? pages.write({ at: last.createdAt, id: last.memoryId }) : null,
      }
    },

    async getMemory({ actor, params }: Call<Group['getMemory']>) {
      await demandAllowed()
      const found = await current(() => store.findMemory(db, actor, params.memoryId))
      if (!found) throw new AppError('memory.notFound')
      return found
    },

    async createMemory(call: Call<Group['createMemory']>) {
      await demandAllowed()
      const text = shownText(call.input.text)
      return call.change(async (tx) => {
        await store.lockPerson(tx, call.actor)
        const refusal = refusalOf(await store.readRoom(tx, call.actor, text))
        if (refusal) throw new AppError(refusals[refusal])
        return { memoryId: await store.insertMemory(tx, call.actor, text) }
      })
    },

    async updateMemory(call: Call<Group['updateMemory']>) {
      await demandAllowed()
      const { memoryId } = call.params
      const text = shownText(call.input.text)
      return call.change(async (tx) => {
        const before = await store.lockMemory(tx, call.actor, memoryId)
        if (!before) throw new AppError('memory.notFound')
        if (before.version !== call.ifMatch)
          throw new AppError('request.stale', { current: await found(tx, call.actor, memoryId) })
        await untaken(store.updateText(tx, call.actor, memoryId, text))
        return found(tx, call.actor, memoryId)
      })
    },

    removeMemory: (call: Call<Group['removeMemory']>) =>
      call.change(async (tx) => {
        if (!(await store.removeMemory(tx, call.actor, call.params.memoryId)))
          throw new AppError('memory.notFound')
        return {}
      }),

    clearMemories: (call: Call<Group['clearMemories']>) =>
      call.change(async (tx) => {
        await store.removeAll(tx, call.actor)
        return {}
      }),
  }
}

function shownText(given: string): string {
  const text = memoryText(given)
  if (text !== '') return text
  throw new AppError('request.invalid', {
    fields: [{ field: 'text', message: 'Enter what to remember.' }],
  })
}

async function found(tx: Sql, actor: Call['actor'], memoryId: string): Promise<store.MemoryRow> {
  const memory = await store.findMemory(tx, actor, memoryId)
  if (!memory) throw new AppError('memory.notFound')
  return memory
}

async function untaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (cause) {
    throw isUniqueViolation(cause) ? new AppError('memory.known', { cause }) : cause
  }
}
