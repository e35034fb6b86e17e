import type { MessageHit } from '@parlance/contract/conversationShapes'
import type { conversations } from '@parlance/contract/conversations'
import { limits } from '@parlance/contract/limits'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CodeInterpreter } from '../../codeInterpreter/index.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import * as conversationStore from '../record/store.ts'
import { excerptOf, plain, readable } from './plain.ts'
import * as store from './store.ts'

/** What one search looks through: some tenths of a second, in which the embedded database does nothing else. */
const LOOKED_AT_ONCE = { rows: 2000, bytes: 2_000_000 }
const HITS = 20
/** Conversations that one call ends the time of: some tenths of a second. */
const FORGOTTEN_AT_ONCE = 2000

interface Page {
  pageSize?: number | undefined
  continuationToken?: string | undefined
  search?: string | undefined
}

/** The conversation lists, and the calls that move conversations between them. */
export function createHistory<X>(
  platform: Platform,
  { codeInterpreter }: { codeInterpreter: Pick<CodeInterpreter, 'end'> },
  readerOf: ReaderOf<X>,
) {
  const { database, runs } = platform
  const { db } = database
  const { secretKey } = platform.config
  const continuation = createContinuation<{ lastActivityAt: string; id: string }>(secretKey, 'conversations')
  const deletedOnes = createContinuation<store.DeletedPosition>(secretKey, 'deletedConversations')
  const searched = createContinuation<{ id: string }>(secretKey, 'messages')

  async function page(
    call: Parameters<typeof readerOf>[0],
    input: Page,
    kind: Pick<store.ListOptions, 'archived' | 'includeDeleted'>,
  ) {
    const limit = input.pageSize ?? limits.pageSize
    const found = await store.list(db, readerOf(call), {
      ...kind,
      search: input.search ?? '',
      after: continuation.read(input.continuationToken),
      limit: limit + 1,
    })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    const more = found.length > limit && last
    const position = more ? { lastActivityAt: last.lastActivityAt, id: last.conversationId } : null
    return { items, continuationToken: position ? continuation.write(position) : null }
  }

  const setArchived = (archived: boolean) => (call: CallIn<X, typeof conversations.archive>) =>
    changed(call, async (tx, reader, conversationId) => {
      const found = await conversationStore.find(tx, reader, conversationId)
      if (found?.temporary) throw new AppError('conversation.temporary')
      return store.setArchived(tx, reader, conversationId, archived)
    })

  async function changed(
    call: Pick<CallIn<X, typeof conversations.archive>, 'actor' | 'params' | 'change'>,
    work: (...at: [tx: typeof db, reader: ReturnType<typeof readerOf>, id: string]) => Promise<boolean>,
  ) {
    const { conversationId } = call.params
    const reader = readerOf(call)
    return call.change(async (tx) => {
      const done = await work(tx, reader, conversationId)
      const found = done ? await conversationStore.find(tx, reader, conversationId) : null
      if (!found) throw new AppError('conversation.notFound')
      return found
    })
  }

  return {
    list: (call: CallIn<X, typeof conversations.list>) =>
      page(call, call.input, {
        archived: call.input.includeArchived ? 'With' : 'Without',
        includeDeleted: call.input.includeDeleted ?? false,
      }),

    listArchived: (call: CallIn<X, typeof conversations.listArchived>) =>
      page(call, call.input, { archived: 'Only', includeDeleted: false }),

    async remove(call: CallIn<X, typeof conversations.remove>) {
      const { conversationId } = call.params
      const reader = readerOf(call)
      let tree: conversationStore.TreeNode[] = []
      const removed = await call.change(async (tx) => {
        await store.lock(tx, reader, conversationId)
        tree = await conversationStore.listTree(tx, reader, conversationId)
        if (!(await store.remove(tx, reader, conversationId))) throw new AppError('conversation.notFound')
        return {}
      })
      // After the deletion, no one could stop its answer.
      for (const { conversationSegmentId, status } of tree)
        if (status === 'Pending') await runs.stop(conversationSegmentId)
      codeInterpreter.end(conversationId)
      return removed
    },

    async listDeleted(call: CallIn<X, typeof conversations.listDeleted>) {
      const limit = call.input.pageSize ?? limits.pageSize
      const after = deletedOnes.read(call.input.continuationToken)
      const found = await store.listDeleted(db, readerOf(call), { after, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      return {
        items: shown.map(({ item }) => item),
        continuationToken: last ? deletedOnes.write(last.position) : null,
      }
    },

    removeDeleted: (call: CallIn<X, typeof conversations.removeDeleted>) =>
      call.change(async (tx) => {
        const { conversationId } = call.params
        if ((await store.forgetDeleted(tx, readerOf(call), { conversationId })) === 0)
          throw new AppError('conversation.notFound')
        return {}
      }),

    removeAllDeleted: (call: CallIn<X, typeof conversations.removeAllDeleted>) =>
      call.change(async (tx) => {
        const forgotten = await store.forgetDeleted(tx, readerOf(call), { atMost: FORGOTTEN_AT_ONCE })
        return { more: forgotten === FORGOTTEN_AT_ONCE }
      }),

    restore: (call: CallIn<X, typeof conversations.restore>) => changed(call, store.restore),
    archive: setArchived(true),
    unArchive: setArchived(false),

    updateGptSystem: (call: CallIn<X, typeof conversations.updateGptSystem>) =>
      changed(call, async (tx, reader, conversationId) => {
        const done = await store.updateGptSystem(tx, reader, conversationId, call.input.gptSystemId)
        if (done === 'NoAgent') throw new AppError('agent.notFound')
        return done === 'Done'
      }),

    async searchMessages(call: CallIn<X, typeof conversations.searchMessages>) {
      const { q, archived = false, pageSize = HITS, continuationToken } = call.input
      const wanted = plain(q).trim()
      if (wanted === '') return { items: [], continuationToken: null }
      const limit = Math.min(pageSize, HITS)
      const { found, last } = await store.listMessagesWith(db, readerOf(call), {
        wanted,
        archived,
        after: searched.read(continuationToken)?.id ?? null,
        looked: LOOKED_AT_ONCE,
        limit,
      })
      const end = found.length === limit ? (found.at(-1)?.conversationSegmentId ?? null) : last
      return {
        items: found.map((message) => hitOf(message, wanted)),
        continuationToken: end ? searched.write({ id: end }) : null,
      }
    },
  }
}

function hitOf(message: store.FoundMessage, wanted: string): z.output<typeof MessageHit> {
  const { conversationId, title, gptSystem, conversationSegmentId, createdAt, question, answer } = message
  const inQuestion = excerptOf(question, wanted)
  const excerpt = inQuestion ??
    excerptOf(answer, wanted) ?? { excerpt: readable(question).slice(0, 160), marks: [] }
  return {
    conversation: { conversationId, title, gptSystem },
    conversationSegmentId,
    part: inQuestion ? 'Question' : 'Answer',
    createdAt: new Date(createdAt).toISOString(),
    ...excerpt,
  }
}
