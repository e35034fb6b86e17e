import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force'
import type { Entity, Relation, ShownGraph } from './graphState.ts'

export interface Placed {
  entity: Entity
  x: number
  y: number
  /** Half of its size. */
  radius: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Node extends Placed {
  vx?: number
  vy?: number
}

const ROUNDS = 240
const MARGIN = 70

const radiusOf = ({ passages }: Entity): number => 6 + Math.min(14, 2.5 * Math.log2(passages + 1))

/** Places entities so that connected ones are near each other. Those that were placed before hardly move. */
export function placed({ entities, relations }: ShownGraph, before: readonly Placed[]): Placed[] {
  const known = new Map(before.map((one) => [one.entity.entityId, one]))
  const near = new Map(relations.flatMap(({ from, to }) => [[from, to] as const, [to, from] as const]))
  const nodes: Node[] = entities.map((entity, at) => {
    const own = known.get(entity.entityId)
    const neighbor = known.get(near.get(entity.entityId) ?? '')
    // On a spiral, so that none are at the same place.
    const [turn, away] = [at * 2.4, own ? 0 : 18 * Math.sqrt(at + 1)]
    const { x, y } = own ?? neighbor ?? { x: 0, y: 0 }
    return { entity, radius: radiusOf(entity), x: x + away * Math.cos(turn), y: y + away * Math.sin(turn) }
  })
  const byId = new Map(nodes.map((node) => [node.entity.entityId, node]))
  const links = relations.map((relation: Relation) => ({
    source: byId.get(relation.from)!,
    target: byId.get(relation.to)!,
    strength: Math.min(1, 0.2 + relation.passages / 20),
  }))
  const simulation = forceSimulation(nodes)
    .force(
      'links',
      forceLink(links)
        .distance(110)
        .strength(({ strength }) => strength / 4),
    )
    .force('apart', forceManyBody().strength(-260).distanceMax(600))
    // Room for the name below.
    .force(
      'room',
      forceCollide<Node>(({ radius }) => radius + 26),
    )
    .force('x', forceX(0).strength(0.05))
    .force('y', forceY(0).strength(0.08))
    .stop()
  simulation.tick(before.length > 0 ? ROUNDS / 2 : ROUNDS)
  return nodes.map(({ entity, radius, x, y }) => ({ entity, radius, x: Math.round(x), y: Math.round(y) }))
}

/** Returns the part of the plane that has all of these. */
export function boxAround(nodes: readonly Placed[]): Box {
  const xs = nodes.map(({ x }) => x)
  const ys = nodes.map(({ y }) => y)
  const [left, top] = [Math.min(0, ...xs) - MARGIN, Math.min(0, ...ys) - MARGIN]
  return {
    x: left,
    y: top,
    width: Math.max(300, Math.max(0, ...xs) + MARGIN - left),
    height: Math.max(200, Math.max(0, ...ys) + MARGIN - top),
  }
}

/** Returns the nearest one in the direction of an arrow key, or undefined if there is none. */
export function nextInDirection(key: string, from: Placed, nodes: readonly Placed[]): Placed | undefined {
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key]
  if (!direction) return undefined
  const [dx, dy] = direction as [number, number]
  let best: { node: Placed; cost: number } | undefined
  for (const node of nodes) {
    const [x, y] = [node.x - from.x, node.y - from.y]
    const along = x * dx + y * dy
    if (node === from || along <= 0) continue
    const cost = along + 2 * Math.abs(x * dy + y * dx)
    if (!best || cost < best.cost) best = { node, cost }
  }
  return best?.node
}

/** Returns the outline of an entity’s sign around the origin. Kinds differ by shape, because not everyone sees colors. */
export function outlineOf(kind: Entity['kind'], r: number): string {
  if (kind === 'Title') return `M${-r},${-r}h${2 * r}v${2 * r}h${-2 * r}z`
  if (kind === 'Code') return `M0,${-1.25 * r}L${1.25 * r},0L0,${1.25 * r}L${-1.25 * r},0z`
  if (kind === 'Acronym') return `M0,${-1.2 * r}L${1.15 * r},${0.8 * r}L${-1.15 * r},${0.8 * r}z`
  const circle = `M${-r},0a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`
  const hole = r / 2
  return kind === 'Term'
    ? `${circle}M${-hole},0a${hole},${hole} 0 1,1 ${2 * hole},0a${hole},${hole} 0 1,1 ${-2 * hole},0z`
    : circle
}
