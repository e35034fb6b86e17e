import type { SourceChange } from '@parlance/contract/conversationShapes'
import type { z } from 'zod'
import type { Sql } from '../../../platform/database/database.ts'
import type { Agents } from '../../agents/index.ts'
import { isInFolders, type Knowledge } from '../../knowledge/index.ts'
import type { Reader } from '../readers/policy.ts'
import { findAnswering } from '../readers/readerOf.ts'
import type { CitingSegment } from './store.ts'

type Change = z.output<typeof SourceChange>
type Link = NonNullable<Awaited<ReturnType<typeof findAnswering>>>['configuration']['dataSources'][number]
type Citation = CitingSegment['citations'][number]

export interface SourceChangesNeeds {
  db: Sql
  agents: Pick<Agents, 'findUsable' | 'findTested'>
  knowledge: Pick<Knowledge, 'fileStates'>
}

const PATH = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
/** A citation's path is `dataSourceId/fileId`. Older and invented paths can be anything. */
function placeOf(path: string): { dataSourceId: string; fileId: string } | null {
  const [, dataSourceId, fileId] = PATH.exec(path) ?? []
  return dataSourceId && fileId ? { dataSourceId, fileId } : null
}

/**
 * Reports for each citation what happened to its file since the answer. Covers only libraries that the agent
 * still uses to answer this user, in the folders that it is limited to. Attachments are never replaced. Most files haven't changed, so the agents are
 * only read for those that have.
 */
export function createSourceChanges({ db, agents, knowledge }: SourceChangesNeeds) {
  return async <S extends CitingSegment>(
    reader: Reader,
    segments: readonly S[],
  ): Promise<(S & { citations: (Citation & { change?: Change })[] })[]> => {
    const places = segments.flatMap(({ citations }) => citations.flatMap(({ path }) => placeOf(path) ?? []))
    const fileIds = [...new Set(places.map(({ fileId }) => fileId))]
    if (fileIds.length === 0) return [...segments]
    const states = new Map((await knowledge.fileStates(fileIds)).map((state) => [state.fileId, state]))
    const changeOf = (segment: S, path: string): (Change & { dataSourceId: string }) | null => {
      const place = placeOf(path)
      if (!place) return null
      const { dataSourceId } = place
      const file = states.get(place.fileId)
      if (file?.dataSourceId !== dataSourceId) return { dataSourceId, kind: 'Removed', at: null }
      if (!file.replacedAt || file.replacedAt <= new Date(segment.createdAt)) return null
      return { dataSourceId, kind: 'Replaced', at: file.replacedAt.toISOString() }
    }
    const changed = segments.filter((one) => one.citations.some(({ path }) => changeOf(one, path) !== null))
    const linked = new Map<string, readonly Link[]>()
    for (const id of new Set(changed.map(({ gptSystem }) => gptSystem.gptSystemId))) {
      const agent = await findAnswering(agents, db, reader, id)
      linked.set(id, agent?.configuration.dataSources ?? [])
    }
    return segments.map((segment) => ({
      ...segment,
      citations: segment.citations.map((citation) => {
        const found = changeOf(segment, citation.path)
        if (!found) return citation
        const { dataSourceId, ...change } = found
        const link = linked
          .get(segment.gptSystem.gptSystemId)
          ?.find((one) => one.dataSourceId === dataSourceId)
        const folder = states.get(placeOf(citation.path)?.fileId ?? '')?.folder
        const isReadable = link && (folder === undefined || isInFolders(folder, link.folders))
        return isReadable ? { ...citation, change } : citation
      }),
    }))
  }
}
