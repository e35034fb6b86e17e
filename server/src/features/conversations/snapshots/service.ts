import { randomBytes } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { conversationSnapshots, snapshots } from '@parlance/contract/snapshots'
import type { Actor } from '../../../platform/access/actor.ts'
import { inSlices } from '../../../platform/database/slices.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { redactingInPieces } from '../../../platform/redaction/inPieces.ts'
import type { Agents } from '../../agents/index.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { isInFolders, type Knowledge } from '../../knowledge/index.ts'
import { lock } from '../history/store.ts'
import { ofOneself } from '../readers/readerOf.ts'
import { find } from '../record/store.ts'
import * as store from './store.ts'

interface Needs {
  agents: Pick<Agents, 'findUsable'>
  instance: Pick<CurrentInstance, 'isFeatureOn'>
  knowledge: Pick<Knowledge, 'fileStates'>
}

type Turn = Answer<typeof snapshots.get>['turns'][number]

/** The calls for conversations as they were at one time, shared read-only by link. */
export function createSnapshots(
  { database, jobs, redaction }: Platform,
  { agents, instance, knowledge }: Needs,
) {
  const { db } = database
  jobs.schedule(
    'snapshots.removeEnded',
    '19 * * * *',
    async () => void (await inSlices(() => database.transaction(store.removeEnded))),
  )

  async function demand(): Promise<void> {
    if (!(await instance.isFeatureOn('AllowConversationSnapshots'))) throw new AppError('snapshot.off')
  }

  /**
   * Returns whether this user's own answers of each agent can use the file of a citation. Agents that they can't chat
   * with are missing.
   */
  async function readable(actor: Actor, turns: readonly store.StoredTurn[]) {
    const usable = new Map<string, (path: string) => boolean>()
    const places = turns.flatMap(({ citations }) => citations.map(({ path }) => placeOf(path)))
    const fileIds = places.flatMap(({ fileId }) => (ID.test(fileId) ? [fileId] : []))
    let folders: ReadonlyMap<string, string> | null = null
    for (const id of new Set(turns.map(({ gptSystemId }) => gptSystemId))) {
      const agent = await agents.findUsable(db, actor, id)
      if (!agent) continue
      const links = new Map(agent.configuration.dataSources.map((link) => [link.dataSourceId, link.folders]))
      if ([...links.values()].some((permitted) => permitted.length > 0))
        folders ??= new Map((await knowledge.fileStates(fileIds)).map((file) => [file.fileId, file.folder]))
      usable.set(id, (path) => {
        const { dataSourceId, fileId } = placeOf(path)
        const permitted = links.get(dataSourceId)
        if (!permitted?.length) return permitted !== undefined
        const folder = folders?.get(fileId)
        return folder !== undefined && isInFolders(folder, permitted)
      })
    }
    return usable
  }

  return {
    ofOwn: {
      async createSnapshot(call: Call<typeof conversationSnapshots.createSnapshot>) {
        await demand()
        const { conversationId } = call.params
        const reader = ofOneself(call)
        return call.change(async (tx) => {
          await lock(tx, reader, conversationId)
          const conversation = await find(tx, reader, conversationId)
          if (!conversation) throw new AppError('conversation.notFound')
          if (conversation.temporary) throw new AppError('conversation.temporary')
          if ((await store.listOpen(tx, reader, conversationId)).length >= limits.snapshotsPerConversation)
            throw new AppError('snapshot.tooMany')
          const segmentIds = await store.listBranch(tx, reader, conversationId, limits.snapshotTurns + 1)
          if (segmentIds.length > limits.snapshotTurns) throw new AppError('snapshot.tooLong')
          if (segmentIds.length === 0) throw new AppError('snapshot.empty')
          const created = await store.insert(tx, {
            snapshotId: randomBytes(24).toString('base64url'),
            conversationId,
            title: conversation.title,
            segmentIds,
            days: call.input.expiresInDays ?? null,
          })
          return shown(created)
        })
      },

      async listSnapshots(call: Call<typeof conversationSnapshots.listSnapshots>) {
        const reader = ofOneself(call)
        if (!(await find(db, reader, call.params.conversationId))) throw new AppError('conversation.notFound')
        const items = await store.listOpen(db, reader, call.params.conversationId)
        return { items: items.map(shown), continuationToken: null }
      },

      removeSnapshot: (call: Call<typeof conversationSnapshots.removeSnapshot>) =>
        call.change(async (tx) => {
          const { conversationId, snapshotId } = call.params
          if (!(await store.revoke(tx, ofOneself(call), conversationId, snapshotId)))
            throw new AppError('snapshot.notFound')
          return {}
        }),
    },

    async get({ actor, params }: Call<typeof snapshots.get>) {
      await demand()
      const found = await store.readShared(db, params.snapshotId)
      if (!found) throw new AppError('snapshot.notFound')
      const usable = await readable(actor, found.turns)
      const turns = found.turns.map((turn) => turnFor(usable.get(turn.gptSystemId), turn))
      const redactor = actor.userId === found.sharedById ? null : await redaction.forExports()
      const redact = redactor ? redactingInPieces(redactor) : async (text: string) => text
      const last = found.turns.at(-1)?.gptSystemId
      return {
        ...shown(found),
        title: await redact(found.title),
        sharedBy: found.sharedBy,
        gptSystemId: last !== undefined && usable.has(last) ? last : null,
        partial: turns.some(({ isWhole }) => !isWhole),
        redacted: redactor !== null,
        turns: await redactedTurns(
          turns.map(({ turn }) => turn),
          redact,
        ),
      }
    },
  }
}

/** Returns turns without personal data, one after another. */
async function redactedTurns(turns: readonly Turn[], redact: (text: string) => Promise<string>) {
  const redacted: Turn[] = []
  for (const turn of turns) {
    const citations: Turn['citations'] = []
    for (const citation of turn.citations)
      citations.push({
        ...citation,
        title: await redact(citation.title),
        quote: await redact(citation.quote),
      })
    const files: string[] = []
    for (const file of turn.files) files.push(await redact(file))
    redacted.push({
      ...turn,
      question: await redact(turn.question),
      answer: turn.answer === null ? null : await redact(turn.answer),
      citations,
      files,
    })
  }
  return redacted
}

const shown = ({ snapshotId, createdAt, expiresAt }: store.SnapshotRow) => ({
  snapshotId,
  createdAt: new Date(createdAt).toISOString(),
  expiresAt: expiresAt && new Date(expiresAt).toISOString(),
})

/** A citation's path is `dataSourceId/fileId`. */
function placeOf(path: string): { dataSourceId: string; fileId: string } {
  const [dataSourceId = '', fileId = ''] = path.split('/')
  return { dataSourceId, fileId }
}
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns the part of a turn that a reader who can use these files, or can’t use the agent, can see. A quote is shown if
 * their own answers could contain it. An answer made only of quotes is shown if all of them are.
 */
function turnFor(
  isUsable: ((path: string) => boolean) | undefined,
  { question, answer, status, agentName, createdAt, quoting, citations, files }: store.StoredTurn,
): { turn: Turn; isWhole: boolean } {
  const seen = citations
    .map((citation, index) => ({ ...citation, number: Number(citation.citationId ?? index + 1) }))
    // Pages of the web are open to everyone who can use the agent.
    .filter(({ kind, path }) => isUsable !== undefined && (kind === 'Web' || isUsable(path)))
  const isWhole = seen.length === citations.length && (isUsable !== undefined || files.length === 0)
  return {
    turn: {
      question,
      answer: quoting && seen.length < citations.length ? null : answer,
      ...(status ? { status } : {}),
      agentName,
      createdAt,
      citations: seen.map(({ number, title, page, locator, url, fetchedAt, quote }) => ({
        number,
        title,
        page,
        ...(locator && { locator }),
        ...(url !== undefined && { url }),
        ...(fetchedAt !== undefined && { fetchedAt }),
        quote,
      })),
      files: isUsable ? files : [],
    },
    isWhole,
  }
}
