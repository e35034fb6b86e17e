import { Readable } from 'node:stream'
import type { conversations } from '@parlance/contract/conversations'
import { type ExportFormat, exportFileName } from '@parlance/contract/exportFile'
import { AppError } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http/files.ts'
import type { Platform } from '../../../platform/platform.ts'
import { withoutImagePaths } from '../generatedImages/imagePaths.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import * as store from '../record/store.ts'
import { listSentToTeam, type SentToTeam } from './escalationsStore.ts'
import { json, markdown, plainText, type Writer } from './written.ts'

/** The number of questions with answers that are in memory at once. */
const READ_AT_ONCE = 50

const writers: Record<ExportFormat, typeof json> = { txt: plainText, md: markdown, json }

/** Streams a conversation as a file while reading it. */
export function createExport<X>({ database: { db } }: Pick<Platform, 'database'>, readerOf: ReaderOf<X>) {
  return {
    async export(call: CallIn<X, typeof conversations.export>): Promise<FileAnswer> {
      const { conversationId } = call.params
      const { format = 'txt', branches, language = 'en' } = call.input
      if (branches && format !== 'json') {
        throw new AppError('request.invalid', {
          fields: [{ field: 'branches', message: 'All branches can be exported only as JSON.' }],
        })
      }
      const reader = readerOf(call)
      const found = await store.find(db, reader, conversationId)
      if (!found) throw new AppError('conversation.notFound')
      const tree = await store.listTree(db, reader, conversationId)
      const ids = branches
        ? tree.map((node) => node.conversationSegmentId)
        : branchOf(tree, found.selectedLeafSegmentId)
      const writer = writers[format]({
        language,
        name: reader.actor.name,
        agent: found.gptSystem.name,
        now: new Date(),
      })
      const sent = await listSentToTeam(db, reader, conversationId)
      const segments = (some: string[]) => store.listSegments(db, reader, conversationId, some)
      return {
        name: exportFileName(found.title, format),
        size: null,
        bytes: Readable.from(written(writer, { conversation: found, ids, sent }, segments)),
      }
    },
  }
}

async function* written(
  writer: Writer,
  {
    conversation,
    ids,
    sent,
  }: { conversation: store.ConversationRow; ids: readonly string[]; sent: readonly SentToTeam[] },
  read: (ids: string[]) => Promise<store.SegmentRow[]>,
): AsyncGenerator<string> {
  yield writer.begin(conversation)
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const wanted = ids.slice(from, from + READ_AT_ONCE)
    const segments = await read(wanted)
    // Aborts the download, because a partial file must not look complete.
    if (segments.length < wanted.length) throw new AppError('conversation.notFound')
    for (const [index, segment] of segments.entries())
      yield writer.segment(
        { ...segment, answer: withoutImagePaths(segment.answer) },
        from === 0 && index === 0,
      )
  }
  yield writer.end(sent)
}

/** Returns the segments of the visible branch, first question first. */
function branchOf(tree: readonly store.TreeNode[], leaf: string | null): string[] {
  const parents = new Map(tree.map((node) => [node.conversationSegmentId, node.parentSegmentId]))
  const branch: string[] = []
  for (let at = leaf; at !== null && parents.has(at); at = parents.get(at) ?? null) branch.push(at)
  return branch.reverse()
}
