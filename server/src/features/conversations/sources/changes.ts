import type { SourceChange } from '@parlance/contract/conversationShapes'
import type { z } from 'zod'
import type { Sql } from '../../../platform/database/database.ts'
import type { Agents } from '../../agents/index.ts'
import type { Knowledge } from '../../knowledge/index.ts'
import type { Reader } from '../readers/policy.ts'
import { findAnswering } from '../readers/readerOf.ts'
import type { CitingSegment } from './store.ts'

type Change = z.output<typeof SourceChange>
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
 * still uses to answer this user. Attachments are never replaced.
 */
export function createSourceChanges({ db, agents, knowledge }: SourceChangesNeeds) {
  return async <S extends CitingSegment>(
    reader: Reader,
    segments: readonly S[],
  ): Promise<(S & { citations: (Citation & { change?: Change })[] })[]> => {
    const cited = segments.filter(({ citations }) => citations.length > 0)
    const linked = new Map<string, ReadonlySet<string>>()
    for (const id of new Set(cited.map(({ gptSystem }) => gptSystem.gptSystemId))) {
      const agent = await findAnswering(agents, db, reader, id)
      linked.set(id, new Set(agent?.configuration.dataSources.map((link) => link.dataSourceId)))
    }
    const readablePlace = ({ gptSystem }: S, path: string) => {
      const place = placeOf(path)
      return place && linked.get(gptSystem.gptSystemId)?.has(place.dataSourceId) ? place : null
    }
    const fileIds = new Set(
      cited.flatMap((one) => one.citations.flatMap(({ path }) => readablePlace(one, path)?.fileId ?? [])),
    )
    if (fileIds.size === 0) return [...segments]
    const states = new Map((await knowledge.fileStates([...fileIds])).map((state) => [state.fileId, state]))
    const changeOf = (segment: S, path: string): Change | null => {
      const place = readablePlace(segment, path)
      if (!place) return null
      const file = states.get(place.fileId)
      if (file?.dataSourceId !== place.dataSourceId) return { kind: 'Removed', at: null }
      if (!file.replacedAt || file.replacedAt <= new Date(segment.createdAt)) return null
      return { kind: 'Replaced', at: file.replacedAt.toISOString() }
    }
    return segments.map((segment) => ({
      ...segment,
      citations: segment.citations.map((citation) => {
        const change = changeOf(segment, citation.path)
        return change ? { ...citation, change } : citation
      }),
    }))
  }
}
