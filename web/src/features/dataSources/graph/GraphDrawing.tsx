import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../../../ui/useMediaQuery.ts'
import type { Entity, ShownGraph } from './graphState.ts'
import { graphTexts } from './lang/en.ts'
import { type Box, boxAround, nextInDirection, outlineOf, type Placed, placed } from './layout.ts'

interface Props {
  graph: ShownGraph
  chosen: string | null
  choose: (entity: Entity) => void
  expand: (entity: Entity) => void
}

const LONGEST_NAME = 26
const shortened = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name
const ZOOM = 1.3
const WIDEST = 6000
const NARROWEST = 120

/** A graph as a drawing that can be moved and zoomed. The list next to it offers the same. */
export default function GraphDrawing({ graph, chosen, choose, expand }: Props) {
  const t = graphTexts.useText()
  const nodes = usePlaced(graph)
  const byId = new Map(nodes.map((node) => [node.entity.entityId, node]))
  const svg = useRef<SVGSVGElement>(null)
  const [moved, setMoved] = useState<{ of: readonly Placed[]; box: Box } | null>(null)
  const isNarrow = useMediaQuery('(max-width: 599px)')
  const [isFitted, setFitted] = useState(false)
  const whole = boxAround(nodes)
  const box =
    moved?.of === nodes
      ? moved.box
      : isNarrow && !isFitted
        ? partOf(whole, byId.get(chosen ?? '') ?? nodes[0])
        : whole
  const [focused, setFocused] = useState<string | null>(null)
  const tabStop = [focused, chosen].find((id) => id !== null && byId.has(id)) ?? nodes[0]?.entity.entityId

  function zoom(factor: number): void {
    const width = Math.min(WIDEST, Math.max(NARROWEST, box.width / factor))
    const height = (box.height * width) / box.width
    setMoved({
      of: nodes,
      box: { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height },
    })
  }

  function onKeyDown(event: KeyboardEvent, node: Placed): void {
    if (['Enter', ' '].includes(event.key)) {
      event.preventDefault()
      choose(node.entity)
    }
    const next = nextInDirection(event.key, node, nodes)
    if (!next) return
    event.preventDefault()
    svg.current?.querySelector<SVGElement>(`[data-entity="${next.entity.entityId}"]`)?.focus()
  }

  return (
    <div className="graph-drawing">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can’t be in SVG. */}
      <svg
        ref={svg}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="group"
        aria-label={t('entities')}
        {...useDragging(box, (next) => setMoved({ of: nodes, box: next }))}
      >
        <g>
          {graph.relations.map(({ from, to, kinds, passages }) => {
            const [one, two] = [byId.get(from), byId.get(to)]
            if (!one || !two) return null
            return (
              <line
                key={`${from} ${to}`}
                x1={one.x}
                y1={one.y}
                x2={two.x}
                y2={two.y}
                strokeWidth={1 + Math.min(4, Math.log2(passages))}
                data-said={kinds.some((kind) => kind !== 'Together') || undefined}
                data-chosen={from === chosen || to === chosen || undefined}
              />
            )
          })}
        </g>
        {nodes.map((node) => {
          const { entity, x, y, radius } = node
          const { entityId, kind, name, passages } = entity
          return (
            // biome-ignore lint/a11y/useSemanticElements: there are no buttons in SVG.
            <g
              key={entityId}
              role="button"
              tabIndex={entityId === tabStop ? 0 : -1}
              className="graph-node"
              data-entity={entityId}
              data-kind={kind}
              aria-pressed={entityId === chosen}
              aria-label={t('entityLabel', { name, kind: t(kind), count: passages })}
              transform={`translate(${x} ${y})`}
              onClick={() => choose(entity)}
              onDoubleClick={() => expand(entity)}
              onFocus={() => setFocused(entityId)}
              onKeyDown={(event) => onKeyDown(event, node)}
            >
              <title>{name}</title>
              <circle className="graph-focus" r={radius + 6} />
              <path d={outlineOf(kind, radius)} />
              <text y={radius + 16}>{shortened(name)}</text>
            </g>
          )
        })}
      </svg>
      <div className="row graph-zoom">
        <button type="button" className="ib sm" aria-label={t('zoomIn')} onClick={() => zoom(ZOOM)}>
          <Plus size={16} />
        </button>
        <button type="button" className="ib sm" aria-label={t('zoomOut')} onClick={() => zoom(1 / ZOOM)}>
          <Minus size={16} />
        </button>
        <button
          type="button"
          className="ib sm"
          aria-label={t('fit')}
          onClick={() => {
            setFitted(true)
            setMoved(null)
          }}
        >
          <Maximize size={16} />
        </button>
      </div>
    </div>
  )
}

/** On a phone, names are legible only if a part is shown. */
const NARROW = { width: 420, height: 520 }

function partOf(whole: Box, center: Placed | undefined): Box {
  if (!center || whole.width <= NARROW.width) return whole
  return { x: center.x - NARROW.width / 2, y: center.y - NARROW.height / 2, ...NARROW }
}

/** The places of what is shown. What was shown before stays about where it is. */
function usePlaced(graph: ShownGraph): Placed[] {
  const [kept, setKept] = useState<{ of: ShownGraph; nodes: Placed[] }>(() => ({
    of: graph,
    nodes: placed(graph, []),
  }))
  const nodes = kept.of === graph ? kept.nodes : placed(graph, kept.nodes)
  useEffect(() => {
    if (kept.of !== graph) setKept({ of: graph, nodes })
  }, [kept, graph, nodes])
  return nodes
}

/** Moves the drawing with the pointer. A click on an entity isn’t a drag. */
function useDragging(box: Box, move: (box: Box) => void) {
  const from = useRef<{ id: number; x: number; y: number; box: Box } | null>(null)
  const end = () => {
    from.current = null
  }
  return {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      if (event.button !== 0 || (event.target as Element).closest('.graph-node')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { id: event.pointerId, x: event.clientX, y: event.clientY, box }
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      const start = from.current
      if (start?.id !== event.pointerId) return
      const { width, height } = event.currentTarget.getBoundingClientRect()
      // The drawing keeps its proportions, so one of both has room beside it.
      const scale = Math.max(start.box.width / width, start.box.height / height)
      const [x, y] = [(event.clientX - start.x) * scale, (event.clientY - start.y) * scale]
      move({ ...start.box, x: start.box.x - x, y: start.box.y - y })
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
