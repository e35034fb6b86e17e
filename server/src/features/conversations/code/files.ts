import type { conversations } from '@parlance/contract/conversations'
import { v7 as uuid } from 'uuid'
import { AppError } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http/files.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { GivenFile } from '../../codeInterpreter/index.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import { cellsIn } from './cellText.ts'
import * as store from './store.ts'

type Needs = Pick<Platform, 'blobs' | 'database'>
interface Place {
  conversationId: string
  segmentId: string
}

/** Stores what code wrote for the answer to a question. */
export interface CodeFiles {
  /** Returns null if the conversation has no room for it. */
  keep(
    place: Place,
    file: { kind: store.CodeFileRow['kind']; name: string; bytes: Buffer },
  ): Promise<{ codeFileId: string } | null>
  /** The code that ran for other questions of the conversation, the oldest first. */
  earlierCode(place: Place): Promise<string[]>
  /** The files of a conversation, the newest of each name. */
  listOf(conversationId: string): Promise<GivenFile[]>
}

const MOST_BYTES = 50 * 2 ** 20

export function createCodeFiles({ blobs, database }: Needs): CodeFiles {
  return {
    async keep(place, { kind, name, bytes }) {
      const { key: blobKey, size } = await blobs.put(bytes, MOST_BYTES)
      const codeFileId = uuid()
      try {
        const isKept = await database.transaction((tx) =>
          store.insert(tx, place, { codeFileId, kind, name, size, blobKey }),
        )
        if (isKept) return { codeFileId }
      } catch (cause) {
        await blobs.remove(blobKey)
        throw cause
      }
      await blobs.remove(blobKey)
      return null
    },
    earlierCode: async ({ conversationId, segmentId }) =>
      (await store.readEarlierCode(database.db, conversationId, segmentId)).flatMap(cellsIn),
    async listOf(conversationId) {
      const rows = await store.readFilesOf(database.db, conversationId)
      return rows.map(({ codeFileId, name, size, blobKey }) => ({
        ...{ fileId: codeFileId, name, size, wasWritten: true },
        read: () => blobs.read(blobKey),
      }))
    },
  }
}

/** The call that returns what code wrote. */
export function codeFilesService<X>({ blobs, database }: Needs, readerOf: ReaderOf<X>) {
  return {
    async getOpenAIFile(call: CallIn<X, typeof conversations.getOpenAIFile>): Promise<FileAnswer> {
      const { conversationId, conversationSegmentId: segmentId, fileId: codeFileId } = call.params
      const file = await store.find(database.db, readerOf(call), { conversationId, segmentId, codeFileId })
      if (!file) throw new AppError('codeFile.notFound')
      return { name: file.name, size: file.size, bytes: blobs.read(file.blobKey) }
    },
  }
}
