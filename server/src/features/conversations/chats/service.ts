import type { conversations } from '@parlance/contract/conversations'
import { AppError } from '../../../platform/errors.ts'
import type { StreamAnswer } from '../../../platform/http/serve.ts'
import { lastEventNumber } from '../../../platform/http/streams.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import * as store from '../record/store.ts'
import { createSourceChanges, type SourceChangesNeeds } from '../sources/changes.ts'
import { follow } from './following.ts'

export function createConversationsService<X>(
  platform: Platform,
  needs: Omit<SourceChangesNeeds, 'db'>,
  readerOf: ReaderOf<X>,
) {
  const { database, runs } = platform
  const { db } = database
  const withChanges = createSourceChanges({ ...needs, db })
  return {
    async get(call: CallIn<X, typeof conversations.get>) {
      const found = await store.find(db, readerOf(call), call.params.conversationId)
      if (!found) throw new AppError('conversation.notFound')
      return found
    },

    async updateSelectedLeafSegmentId(call: CallIn<X, typeof conversations.updateSelectedLeafSegmentId>) {
      const { conversationId } = call.params
      refuseOther(conversationId, call.input.conversationId)
      return call.change(async (tx) => {
        const before = await store.find(tx, readerOf(call), conversationId)
        if (!before) throw new AppError('conversation.notFound')
        const changed = await store.updateSelectedLeaf(
          tx,
          readerOf(call),
          conversationId,
          call.input.selectedLeafSegmentId,
        )
        if (!changed) throw new AppError('conversation.segmentNotFound')
        return { ...before, selectedLeafSegmentId: call.input.selectedLeafSegmentId }
      })
    },

    async updateTitle(call: CallIn<X, typeof conversations.updateTitle>) {
      const { conversationId } = call.params
      const { title } = call.input
      refuseOther(conversationId, call.input.conversationId)
      return call.change(async (tx) => {
        const before = await store.find(tx, readerOf(call), conversationId)
        if (!before) throw new AppError('conversation.notFound')
        await store.updateTitle(tx, readerOf(call), conversationId, title)
        return { ...before, title }
      })
    },

    async listSegments(call: CallIn<X, typeof conversations.listSegments>) {
      const { params, input } = call
      const reader = readerOf(call)
      const ids = input.ids === undefined ? null : idsOf(input.ids)
      const opened = await store.readOpened(db, reader, params.conversationId, ids)
      if (!opened) throw new AppError('conversation.notFound')
      const items = await withChanges(reader, opened.segments)
      // What answers cost is the page owner's business.
      const isVisitor = reader.actor.visit !== undefined
      return { items: isVisitor ? items.map((item) => ({ ...item, usage: null })) : items, tree: opened.tree }
    },

    async stream(call: CallIn<X, typeof conversations.stream>): Promise<StreamAnswer> {
      const { conversationId, conversationSegmentId } = call.params
      const after = lastEventNumber(call.lastEventId)
      return follow(db, readerOf(call), conversationId, conversationSegmentId, after)
    },

    async abort(call: CallIn<X, typeof conversations.abort>) {
      const { conversationId, conversationSegmentId } = call.params
      const found = await store.findSegment(db, readerOf(call), conversationId, conversationSegmentId)
      if (!found) throw new AppError('conversation.segmentNotFound')
      if (found.status === 'Pending') await runs.stop(conversationSegmentId)
      return {}
    },
  }
}

function refuseOther(inPath: string, inBody: string): void {
  if (inPath === inBody) return
  throw new AppError('request.invalid', {
    fields: [{ field: 'conversationId', message: 'The body and the path refer to different conversations.' }],
  })
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function idsOf(list: string): string[] {
  const ids = list.split(',')
  if (ids.length > 200 || ids.some((one) => !ID.test(one))) {
    throw new AppError('request.invalid', {
      fields: [{ field: 'ids', message: 'Include at most 200 IDs, separated by commas.' }],
    })
  }
  return ids
}
