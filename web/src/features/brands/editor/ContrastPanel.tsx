import type { ContrastPair } from '@parlance/contract/theme/contrast'
import { ChevronDown } from 'lucide-react'
import { formatNumber } from '../../../lang/format.ts'
import { labelOfPath } from '../brandForm.ts'
import { type BrandsText, brandsTexts } from '../lang/en.ts'
import { groupOf, groups, onLabel, type PairGroup } from './pairs.ts'

interface Props {
  pairs: ContrastPair[]
  /** Uses a color for a pair's text. Undefined if the brand is read-only. */
  use: ((pair: ContrastPair, color: string) => void) | undefined
}

/** The contrast of every text and its background, insufficient ones first. */
export function ContrastPanel({ pairs, use }: Props) {
  const t = brandsTexts.useText()
  const failing = pairs.filter(({ level }) => level === 'below')
  const passing = pairs.filter(({ level }) => level !== 'below')
  return (
    <section className="card contrast" aria-labelledby="contrast-title">
      <header className="row">
        <h2 className="h4 grow" id="contrast-title">
          {t('contrastTitle')}
        </h2>
        <span className="s13 m2 num" role="status">
          {t('contrastPass', { pass: passing.length, all: pairs.length })}
        </span>
      </header>
      <ul>
        {failing.map((pair) => (
          <Pair key={keyOf(pair)} pair={pair} t={t} use={use} />
        ))}
      </ul>
      {groups.map((group) => (
        <Group key={group} group={group} pairs={passing.filter((pair) => groupOf(pair) === group)} t={t} />
      ))}
    </section>
  )
}

const keyOf = ({ field, on, mode }: ContrastPair) => `${field} ${on} ${mode}`

function Group({ group, pairs, t }: { group: PairGroup; pairs: ContrastPair[]; t: BrandsText }) {
  if (pairs.length === 0) return null
  return (
    <details open={group === 'groupActions'}>
      <summary className="row">
        <span className="grow">{t(group)}</span>
        <span className="num m3">{formatNumber(pairs.length)}</span>
        <ChevronDown size={14} className="m3" />
      </summary>
      <ul>
        {pairs.map((pair) => (
          <Pair key={keyOf(pair)} pair={pair} t={t} use={undefined} />
        ))}
      </ul>
    </details>
  )
}

/** Truncated instead of rounded, because 4.496 doesn't reach 4.5. */
const ratioText = (ratio: number) =>
  formatNumber(Math.floor(ratio * 100) / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function Pair({ pair, t, use }: { pair: ContrastPair; t: BrandsText; use: Props['use'] }) {
  const { field, text, background, ratio, level, nearest } = pair
  const name = t('pair', { field: labelOfPath(field, t), on: onLabel(pair, t) })
  const below = level === 'below'
  return (
    <li>
      <div className="row pair">
        <span className="sample" aria-hidden="true" style={{ background, color: text }} data-sample="Aa" />
        <span className="grow pair-name">{name}</span>
        <span className="num m2">{ratioText(ratio)}</span>
        <span className={below ? 'chip e pair-level' : 'chip ok pair-level'}>
          {below ? t('below') : level}
        </span>
      </div>
      {nearest && (
        <div className="row pair-nearest">
          <span className="m2 grow">
            <span className="swatch value-swatch" style={{ background: nearest.color }} />
            {t('nearest', {
              color: `\u2066${nearest.color.toUpperCase()}\u2069`,
              ratio: ratioText(nearest.ratio),
            })}
          </span>
          {use && (
            <button
              type="button"
              className="btn soft sm"
              aria-label={t('useItFor', {
                color: nearest.color.toUpperCase(),
                field: labelOfPath(field, t),
              })}
              onClick={() => use(pair, nearest.color)}
            >
              {t('useIt')}
            </button>
          )}
        </div>
      )}
    </li>
  )
}
