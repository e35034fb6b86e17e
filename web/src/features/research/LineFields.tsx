import { limits } from '@parlance/contract/limits'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { researchTexts } from './lang/en.ts'
import { type LineValues, lineError } from './planForm.ts'

interface Props {
  line: LineValues
  number: number
  lines: number
  tried: boolean
  change: (line: LineValues) => void
  move: (by: number) => void
  remove: () => void
}

/** A line of inquiry, which can be changed, moved, and removed. */
export function LineFields({ line, number, lines, tried, change, move, remove }: Props) {
  const t = researchTexts.useText()
  const id = useId()
  const wrong = tried ? lineError(line) : null
  const error = wrong
    ? t(wrong, { max: limits.researchQueriesPerLine, length: limits.researchQuery })
    : undefined
  return (
    <li className="research-line">
      <fieldset aria-label={t('line', { number })}>
        <div className="row research-line-head">
          <span className="num m2">{number}</span>
          <input
            className="in grow"
            dir="auto"
            aria-label={t('lineTitle')}
            maxLength={limits.researchTitle}
            value={line.title}
            onChange={(event) => change({ ...line, title: event.target.value })}
          />
          <span className="row research-line-tools">
            <button
              type="button"
              className="ib"
              aria-label={t('moveUp', { number })}
              aria-disabled={number === 1}
              onClick={() => move(-1)}
            >
              <ArrowUp size={16} />
            </button>
            <button
              type="button"
              className="ib"
              aria-label={t('moveDown', { number })}
              aria-disabled={number === lines}
              onClick={() => move(1)}
            >
              <ArrowDown size={16} />
            </button>
            <button type="button" className="ib" aria-label={t('removeLine', { number })} onClick={remove}>
              <Trash2 size={16} />
            </button>
          </span>
        </div>
        <FieldFrame id={id} field={`lines.${number - 1}`} label={t('queries')} error={error}>
          <textarea
            id={id}
            className="in"
            dir="auto"
            rows={Math.min(4, line.queries.split('\n').length)}
            value={line.queries}
            {...described(id, undefined, error)}
            onChange={(event) => change({ ...line, queries: event.target.value })}
          />
        </FieldFrame>
      </fieldset>
    </li>
  )
}
