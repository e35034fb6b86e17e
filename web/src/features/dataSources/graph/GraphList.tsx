import { formatList } from '../../../lang/format.ts'
import { connectionsOf, type Entity, type ShownGraph } from './graphState.ts'
import { graphTexts } from './lang/en.ts'

interface Props {
  graph: ShownGraph
  chosen: string | null
  expanded: ReadonlySet<string>
  choose: (entity: Entity) => void
  expand: (entity: Entity) => void
}

/** Connections of each entry; its details have all. */
const SHOWN = 4

/** A graph as a list, with everything that the drawing offers. */
export function GraphList({ graph, chosen, expanded, choose, expand }: Props) {
  const t = graphTexts.useText()
  return (
    <ul className="card graph-list" aria-label={t('entities')}>
      {graph.entities.map((entity) => {
        const { entityId, kind, name, passages } = entity
        const near = connectionsOf(entityId, graph).slice(0, SHOWN)
        const together = near.filter(({ texts }) => texts.includes('TogetherFrom'))
        const said = near.filter((one) => !together.includes(one))
        return (
          <li key={entityId} className="row" data-chosen={entityId === chosen || undefined}>
            <div className="grow graph-entry">
              <button
                type="button"
                className="graph-name"
                aria-pressed={entityId === chosen}
                aria-label={t('entityLabel', { name, kind: t(kind), count: passages })}
                onClick={() => choose(entity)}
              >
                <bdi>{name}</bdi>
              </button>
              <div className="small m3">
                {t(kind)} · {t('inPassages', { count: passages })}
              </div>
              {said.map(({ other, texts }) => (
                <div key={other.entityId} className="small m2">
                  {texts.map((text) => t(text)).join(' · ')} <bdi>{other.name}</bdi>
                </div>
              ))}
              {together.length > 0 && (
                <div className="small m2 wrap">
                  {t('TogetherFrom')} <bdi>{formatList(together.map(({ other }) => other.name))}</bdi>
                </div>
              )}
            </div>
            <button
              type="button"
              className="btn ghost sm"
              aria-label={t('expandName', { name })}
              disabled={expanded.has(entityId)}
              onClick={() => expand(entity)}
            >
              {t(expanded.has(entityId) ? 'expanded' : 'expand')}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
