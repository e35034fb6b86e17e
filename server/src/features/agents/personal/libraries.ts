import { isDeepStrictEqual } from 'node:util'
import type { Input } from '@parlance/contract/endpoint'
import type { personalAgents } from '@parlance/contract/personalAgents'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { DEFAULT_TOP_K, type Linkable } from '../states/service.ts'
import { removeLink, updateLink } from '../states/store.ts'
import { type ConfigurationRow, insertLink } from '../store.ts'

type Wanted = NonNullable<Input<typeof personalAgents.updateState>['dataSources']>

/**
 * Links exactly these libraries to a locked draft. Unchanged links need no permission because they have their
 * own.
 */
export async function writeLibraries(
  tx: Sql,
  actor: Actor,
  { draft, wanted, linkable }: { draft: ConfigurationRow; wanted: Wanted; linkable: Linkable },
): Promise<void> {
  for (const link of draft.dataSources) {
    const stays = wanted.some(({ dataSourceId }) => dataSourceId === link.dataSourceId)
    if (!stays) await removeLink(tx, link.gptSystemRagDataSourceId)
  }
  for (const { dataSourceId, topK, useGraph, readMode, folders } of wanted) {
    const link = draft.dataSources.find((one) => one.dataSourceId === dataSourceId)
    const next = {
      topK: topK ?? link?.topK ?? DEFAULT_TOP_K,
      useGraph: useGraph ?? link?.useGraph ?? true,
      readMode: readMode ?? link?.readMode ?? ('Search' as const),
      folders: folders ?? link?.folders ?? [],
    }
    if (link && isDeepStrictEqual({ ...link, ...next }, link)) continue
    if (!(await linkable(tx, actor, dataSourceId))) throw new AppError('dataSource.notFound')
    if (link) await updateLink(tx, { ...link, ...next })
    else await insertLink(tx, draft.configStateId, { dataSourceId, ...next }, actor.userId)
  }
}
