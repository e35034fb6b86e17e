import type { LibraryGraph } from '../data/api.ts'

export type Entity = LibraryGraph['entities'][number]
export type Relation = LibraryGraph['relations'][number]
export type EntityKind = Entity['kind']

export const kinds = ['Name', 'Acronym', 'Code', 'Term', 'Title'] as const satisfies readonly EntityKind[]

/** More can’t be told apart in a drawing. */
export const MOST_SHOWN = 200

export interface ShownGraph {
  entities: Entity[]
  relations: Relation[]
  /** Whether parts are left out. */
  isFull: boolean
}

const isSaid = ({ kinds: own }: Relation): boolean => own.some((kind) => kind !== 'Together')

type Part = Pick<LibraryGraph, 'entities' | 'relations'>

/**
 * Returns the pages of a graph and its expanded parts as one. Where not everything fits, expanded parts take the places
 * of further pages. `hasMore`: there is another page.
 */
export function shownGraph(
  [first, ...further]: readonly Part[],
  expanded: Iterable<Part>,
  hasMore: boolean,
): ShownGraph {
  const graph = mergedGraph([...(first ? [first] : []), ...expanded, ...further])
  return { ...graph, isFull: graph.isFull || (hasMore && graph.entities.length >= MOST_SHOWN) }
}

/** Returns parts of a graph as one: each entity once, and each pair related as the passages say, if they do. */
export function mergedGraph(parts: readonly Part[]): ShownGraph {
  const entities = new Map<string, Entity>()
  let isFull = false
  for (const one of parts.flatMap((part) => part.entities)) {
    if (entities.size < MOST_SHOWN || entities.has(one.entityId)) entities.set(one.entityId, one)
    else isFull = true
  }
  const relations = new Map<string, Relation>()
  for (const one of parts.flatMap((part) => part.relations)) {
    const { from, to } = one
    if (!entities.has(from) || !entities.has(to)) continue
    const [same, reverse] = [`${from} ${to}`, `${to} ${from}`]
    if (!isSaid(one) && (relations.has(same) || relations.has(reverse))) continue
    const known = relations.get(reverse)
    if (known && !isSaid(known)) relations.delete(reverse)
    relations.set(same, one)
  }
  return { entities: [...entities.values()], relations: [...relations.values()], isFull }
}

type RelationKind = Relation['kinds'][number]
type RelationText = 'TogetherFrom' | `${Exclude<RelationKind, 'Together'>}${'From' | 'To'}`

export interface Connection {
  other: Entity
  /** How the other one is related, as keys of texts. */
  texts: RelationText[]
  passages: number
}

/** Returns what an entity is connected with: first what passages say, then what most of them name together. */
export function connectionsOf(entityId: string, { entities, relations }: ShownGraph): Connection[] {
  const byId = new Map(entities.map((one) => [one.entityId, one]))
  return relations
    .filter(({ from, to }) => from === entityId || to === entityId)
    .sort((a, b) => Number(isSaid(b)) - Number(isSaid(a)) || b.passages - a.passages)
    .flatMap(({ from, to, kinds: own, passages }) => {
      const isFrom = from === entityId
      const other = byId.get(isFrom ? to : from)
      if (!other) return []
      const texts = own.map((kind) => textOf(kind, isFrom))
      return [{ other, texts, passages }]
    })
}

const textOf = (kind: RelationKind, isFrom: boolean): RelationText =>
  kind === 'Together' ? 'TogetherFrom' : `${kind}${isFrom ? 'From' : 'To'}`
