import type { dataSources } from '@parlance/contract/dataSources'
import type { Answer, Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import { mostWaitingFiles } from '@parlance/contract/vectorIndex'
import type { Actor } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { documentPart } from '../documents/parts.ts'
import { visibleTo } from '../policy.ts'
import { keyOf } from './entities.ts'
import * as store from './exploreStore.ts'

type Graph = Answer<typeof dataSources.getGraph>
type Relation = Graph['relations'][number]

/** Where a list of entities continues: after this one, or for those around an entity, after so many. */
type Position = { passages: number; entityId: string } | { offset: number }

const USUAL_PAGE = 40

/** What people see of the graph of a library. */
export function createGraphExploring({ database, config }: Pick<Platform, 'database' | 'config'>) {
  const { db } = database
  const entityPages = createContinuation<Position>(config.secretKey, 'entities')
  const passagePages = createContinuation<{ passageId: string }>(config.secretKey, 'entityPassages')

  async function getGraph(
    actor: Actor,
    dataSourceId: string,
    input: Input<typeof dataSources.getGraph>,
  ): Promise<Graph> {
    const visible = visibleTo(actor)
    const found = await store.findGraphState(db, visible, dataSourceId, mostWaitingFiles)
    if (!found) throw new AppError('dataSource.notFound')
    const { graphIndex, isQueued, waitingFiles, modelFiles } = found
    if (!graphIndex)
      return {
        state: 'Off',
        waitingFiles: 0,
        modelFiles: 0,
        entities: [],
        relations: [],
        continuationToken: null,
      }
    const { entities, continuationToken } = input.entityId
      ? await around(visible, dataSourceId, input.entityId, input)
      : await mostNamed(visible, dataSourceId, input)
    const ids = entities.map(({ entityId }) => entityId)
    const relations = combined(await store.findRelations(db, visible, dataSourceId, ids))
    const state = isQueued && waitingFiles === 0 ? 'Ready' : 'Building'
    return { state, waitingFiles, modelFiles, entities, relations, continuationToken }
  }

  type Visible = ReturnType<typeof visibleTo>
  type Part = Pick<Graph, 'entities' | 'continuationToken'>

  async function mostNamed(
    visible: Visible,
    dataSourceId: string,
    input: Input<typeof dataSources.getGraph>,
  ): Promise<Part> {
    const { pageSize = USUAL_PAGE, continuationToken } = input
    const position = entityPages.read(continuationToken)
    const after = position && 'entityId' in position ? position : null
    const rows = await store.findEntities(db, visible, dataSourceId, {
      filter: filterOf(input),
      after,
      limit: pageSize + 1,
    })
    const entities = rows.slice(0, pageSize)
    const last = entities.at(-1)
    const more = rows.length > pageSize && last
    return {
      entities,
      continuationToken: more
        ? entityPages.write({ passages: last.passages, entityId: last.entityId })
        : null,
    }
  }

  async function around(
    visible: Visible,
    dataSourceId: string,
    entityId: string,
    input: Input<typeof dataSources.getGraph>,
  ): Promise<Part> {
    const center = await store.findEntity(db, visible, dataSourceId, entityId)
    if (!center) throw new AppError('entity.notFound')
    const { pageSize = USUAL_PAGE, depth = 1, continuationToken } = input
    const position = entityPages.read(continuationToken)
    const offset = position && 'offset' in position ? position.offset : 0
    const room = pageSize - 1
    // The second step needs room too.
    const limit = depth === 1 ? room : Math.ceil(room / 3)
    const filter = filterOf(input)
    const rows = await store.findNeighbors(db, visible, dataSourceId, [entityId], {
      filter,
      offset,
      limit: limit + 1,
    })
    const near = rows.slice(0, limit)
    if (depth === 1) {
      const more = rows.length > limit
      return {
        entities: [center, ...near],
        continuationToken: more ? entityPages.write({ offset: offset + limit }) : null,
      }
    }
    const known = [entityId, ...near.map((one) => one.entityId)]
    const next = { filter, offset: 0, limit: room - near.length }
    const far = near.length > 0 ? await store.findNeighbors(db, visible, dataSourceId, known, next) : []
    return { entities: [center, ...near, ...far], continuationToken: null }
  }

  async function listEntityPassages(
    actor: Actor,
    of: { dataSourceId: string; entityId: string },
    { pageSize = limits.pageSize, continuationToken }: Input<typeof dataSources.listEntityPassages>,
  ) {
    const visible = visibleTo(actor)
    if (!(await store.findEntity(db, visible, of.dataSourceId, of.entityId)))
      throw new AppError('entity.notFound')
    const after = passagePages.read(continuationToken)?.passageId ?? '0'
    const rows = await store.listNamingPassages(db, visible, of, { after, limit: pageSize + 1 })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return { items, continuationToken: more ? passagePages.write({ passageId: last.passageId }) : null }
  }

  async function viewPassage(
    actor: Actor,
    { dataSourceId, passageId }: { dataSourceId: string; passageId: string },
    { mark = '', before, after }: Input<typeof dataSources.viewPassage>,
  ) {
    const part = before !== undefined ? { before } : after !== undefined ? { after } : undefined
    const isThere = await store.findPassage(db, visibleTo(actor), dataSourceId, passageId)
    // People who see a library’s graph can read its files, too.
    const document = isThere ? await documentPart(db, passageId, mark, { part, isManager: true }) : null
    if (!document) throw new AppError('passage.notFound')
    return document
  }

  return { getGraph, listEntityPassages, viewPassage }
}

const filterOf = ({ q = '', kind }: Input<typeof dataSources.getGraph>): store.EntityFilter => ({
  part: keyOf(q),
  kind,
})

/** Returns each pair once, as its passages say, or as named together. */
function combined(rows: readonly store.RelationRow[]): Relation[] {
  const pairs = new Map<string, Relation>()
  const keyOfPair = (one: string, two: string) => [one, two].sort().join(' ')
  const shared = new Map(
    rows.flatMap(({ from, to, kind, passages }) => (kind ? [] : [[keyOfPair(from, to), passages]])),
  )
  for (const { from, to, kind, passages } of rows) {
    const both = shared.get(keyOfPair(from, to)) ?? passages
    if (!kind) continue
    const known = pairs.get(`${from} ${to}`)
    if (known) known.kinds.push(kind)
    else pairs.set(`${from} ${to}`, { from, to, kinds: [kind], passages: both })
  }
  for (const { from, to, kind, passages } of rows) {
    if (kind || pairs.has(`${from} ${to}`) || pairs.has(`${to} ${from}`)) continue
    pairs.set(`${from} ${to}`, { from, to, kinds: ['Together'], passages })
  }
  return [...pairs.values()]
}
