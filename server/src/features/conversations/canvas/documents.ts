import type { CanvasDocument } from '@parlance/contract/canvas'
import type { conversations } from '@parlance/contract/conversations'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import { find as findConversation } from '../record/store.ts'
import * as store from './store.ts'

type Shown = z.input<typeof CanvasDocument>

/** Throws if a content is larger than a document can be. */
function demandSize(content: string): void {
  if (Buffer.byteLength(content) > limits.documentBytes) throw new AppError('document.tooLarge')
}

const shownOf = async (db: Sql, { number: _, ...document }: store.DocumentRow): Promise<Shown> => ({
  ...document,
  versions: await store.readVersions(db, document.documentId),
})

/** The calls with which people write documents. Changes of two writers at once are refused with the current document. */
export function documentsService<X>({ database }: Pick<Platform, 'database'>, readerOf: ReaderOf<X>) {
  const { db } = database
  const found = async (
    tx: Sql,
    call: {
      actor: Parameters<typeof readerOf>[0]['actor']
      params: X & { conversationId: string; documentId: string }
    },
  ) => {
    const { conversationId, documentId } = call.params
    const document = await store.find(tx, readerOf(call), conversationId, documentId)
    if (!document) throw new AppError('document.notFound')
    return document
  }
  return {
    async listDocuments(call: CallIn<X, typeof conversations.listDocuments>) {
      const reader = readerOf(call)
      const { conversationId } = call.params
      const items = await store.list(db, reader, conversationId)
      if (items.length === 0 && !(await findConversation(db, reader, conversationId)))
        throw new AppError('conversation.notFound')
      return { items }
    },
    async createDocument(call: CallIn<X, typeof conversations.createDocument>) {
      const { conversationId } = call.params
      const { content, ...input } = call.input
      demandSize(content)
      return call.change(async (tx) => {
        if (!(await findConversation(tx, readerOf(call), conversationId)))
          throw new AppError('conversation.notFound')
        const created = await store.insert(
          tx,
          conversationId,
          { documentId: uuid(), ...input },
          { content, by: 'Person', segmentId: null, editingId: null },
        )
        if (!created) throw new AppError('document.full')
        return shownOf(tx, created)
      })
    },
    async getDocument(call: CallIn<X, typeof conversations.getDocument>) {
      return shownOf(db, await found(db, call))
    },
    async getDocumentVersion(call: CallIn<X, typeof conversations.getDocumentVersion>) {
      const version = await store.findVersion(db, readerOf(call), call.params)
      if (version) return version
      await found(db, call)
      throw new AppError('document.versionNotFound')
    },
    async updateDocument(call: CallIn<X, typeof conversations.updateDocument>) {
      const { title, content, editingId = null, by = 'Person' } = call.input
      if (content !== undefined) demandSize(content)
      return call.change(async (tx) => {
        await found(tx, call)
        const locked = await store.lock(tx, call.params.documentId)
        if (!locked) throw new AppError('document.notFound')
        if (locked.version !== call.ifMatch)
          throw new AppError('request.stale', { current: await shownOf(tx, locked) })
        const isSame =
          (title === undefined || title === locked.title) &&
          (content === undefined || content === locked.content)
        if (isSame) return shownOf(tx, locked)
        const written =
          content === undefined || content === locked.content
            ? null
            : { content, by, segmentId: null, editingId }
        return shownOf(tx, await store.change(tx, locked, { title, written }))
      })
    },
    async removeDocument(call: CallIn<X, typeof conversations.removeDocument>) {
      return call.change(async (tx) => {
        await found(tx, call)
        if (!(await store.remove(tx, call.params.documentId))) throw new AppError('document.notFound')
        return {}
      })
    },
  }
}

/** What models do with the documents of a conversation. The caller has checked who asks. */
export interface CanvasDocuments {
  /** Last changed first, with about `most` characters of content altogether. */
  beginningsOf(conversationId: string, most: number): Promise<store.BegunDocument[]>
  /** Returns a document by its number. */
  find(conversationId: string, number: number): Promise<store.DocumentRow | null>
  /** Creates a document. Returns null if the conversation has no room for it. */
  create(
    place: { conversationId: string; segmentId: string },
    document: Omit<store.NewDocumentRow, 'documentId'>,
    content: string,
  ): Promise<store.DocumentRow | null>
  /** Creates a document with this ID, unless an earlier answer already did, which returns that one. */
  createOnce(
    place: { conversationId: string; segmentId: string },
    document: store.NewDocumentRow,
    content: string,
  ): Promise<store.DocumentRow | null>
  /**
   * Changes what is stored now, so nothing that a person saved meanwhile is lost. `change` returns null to leave it as it
   * is. Returns null if there is no such document.
   */
  change(
    place: { conversationId: string; segmentId: string },
    number: number,
    change: (now: store.DocumentRow) => { content: string; title?: string } | null,
  ): Promise<store.DocumentRow | null>
}

export function createCanvasDocuments({ database }: Pick<Platform, 'database'>): CanvasDocuments {
  return {
    beginningsOf: (conversationId, most) => store.readBeginnings(database.db, conversationId, most),
    find: (conversationId, number) => store.readByNumber(database.db, conversationId, number),
    create: ({ conversationId, segmentId }, document, content) =>
      database.transaction((tx) =>
        store.insert(
          tx,
          conversationId,
          { documentId: uuid(), ...document },
          { content, by: 'Model', segmentId, editingId: null },
        ),
      ),
    createOnce: ({ conversationId, segmentId }, document, content) =>
      database.transaction(
        async (tx) =>
          (await store.takeOver(tx, document.documentId, { conversationId, segmentId })) ??
          store.insert(tx, conversationId, document, { content, by: 'Model', segmentId, editingId: null }),
      ),
    change: ({ conversationId, segmentId }, number, change) =>
      database.transaction(async (tx) => {
        const now = await store.lockByNumber(tx, conversationId, number)
        const changed = now && change(now)
        if (!now || !changed) return now
        const { content, title } = changed
        const written =
          content === now.content ? null : { content, by: 'Model' as const, segmentId, editingId: null }
        return store.change(tx, now, { title, written })
      }),
  }
}
