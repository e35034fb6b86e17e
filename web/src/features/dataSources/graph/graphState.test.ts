import { describe, expect, it } from 'vitest'
import {
  connectionsOf,
  type Entity,
  MOST_SHOWN,
  mergedGraph,
  type Relation,
  shownGraph,
} from './graphState.ts'
import { boxAround, nextInDirection, placed } from './layout.ts'

const entity = (entityId: string, passages = 1): Entity => ({
  entityId,
  kind: 'Name',
  name: `Name ${entityId}`,
  passages,
})
const relation = (
  from: string,
  to: string,
  kinds: Relation['kinds'] = ['Together'],
  passages = 1,
): Relation => ({
  from,
  to,
  kinds,
  passages,
})

describe('a graph that is shown', () => {
  it('has each entity and pair once, as passages say', () => {
    const graph = mergedGraph([
      { entities: [entity('1'), entity('2')], relations: [relation('1', '2')] },
      {
        entities: [entity('2'), entity('3')],
        relations: [relation('2', '1', ['PartOf']), relation('2', '3'), relation('2', '9')],
      },
      { entities: [], relations: [relation('1', '2')] },
    ])
    expect(graph.entities.map(({ entityId }) => entityId)).toEqual(['1', '2', '3'])
    expect(graph.relations).toEqual([relation('2', '1', ['PartOf']), relation('2', '3')])
    expect(graph.isFull).toBe(false)
  })

  it('is limited', () => {
    const entities = Array.from({ length: MOST_SHOWN + 1 }, (_, at) => entity(String(at)))
    const graph = mergedGraph([{ entities, relations: [] }])
    expect(graph.entities).toHaveLength(MOST_SHOWN)
    expect(graph.isFull).toBe(true)
  })

  it('shows what is expanded instead of further pages, and says when nothing more can be shown', () => {
    const page = (from: number, count: number) => ({
      entities: Array.from({ length: count }, (_, at) => entity(String(from + at))),
      relations: [],
    })
    const pages = [page(0, 100), page(100, 100)]
    const expanded = [{ entities: [entity('7'), entity('new')], relations: [relation('7', 'new')] }]
    expect(shownGraph(pages, [], false)).toMatchObject({ isFull: false })
    expect(shownGraph(pages, [], true)).toMatchObject({ isFull: true })
    expect(shownGraph(pages.slice(0, 1), [], true)).toMatchObject({ isFull: false })
    const graph = shownGraph(pages, expanded, false)
    expect(graph.entities).toHaveLength(MOST_SHOWN)
    expect(graph.entities.some(({ entityId }) => entityId === 'new')).toBe(true)
    expect(graph.relations).toEqual(expanded[0]?.relations)
    expect(graph.isFull).toBe(true)
  })

  it('says how an entity is connected, in its direction', () => {
    const graph = mergedGraph([
      {
        entities: [entity('1'), entity('2'), entity('3')],
        relations: [relation('1', '3', ['Together'], 9), relation('2', '1', ['PartOf'])],
      },
    ])
    expect(connectionsOf('1', graph).map(({ other, texts }) => [other.entityId, texts])).toEqual([
      ['2', ['PartOfTo']],
      ['3', ['TogetherFrom']],
    ])
    expect(connectionsOf('2', graph)[0]?.texts).toEqual(['PartOfFrom'])
  })
})

describe('the drawing of a graph', () => {
  const entities = Array.from({ length: 60 }, (_, at) => entity(String(at), at))
  const relations = entities.slice(1).map(({ entityId }, at) => relation(String(at % 7), entityId))
  const nodes = placed({ entities, relations, isFull: false }, [])

  it('places entities apart from each other, the same each time, inside its box', () => {
    expect(placed({ entities, relations, isFull: false }, [])).toEqual(nodes)
    const box = boxAround(nodes)
    for (const one of nodes) {
      expect(one.x).toBeGreaterThan(box.x)
      expect(one.x).toBeLessThan(box.x + box.width)
      for (const other of nodes)
        if (other !== one) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(20)
    }
  })

  it('can be walked through with the arrow keys', () => {
    const reached = new Set([nodes[0]!])
    for (const node of reached)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        const next = nextInDirection(key, node, nodes)
        if (next) reached.add(next)
      }
    expect(reached.size).toBe(nodes.length)
    expect(nextInDirection('Tab', nodes[0]!, nodes)).toBeUndefined()
  })
})
