import { ChevronDown, ChevronUp, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { formatPercent } from '../../../lang/format.ts'
import { isComposing } from '../../../ui/composing.ts'
import { documentTexts } from '../lang/en.ts'

interface Props {
  page: number
  pages: number
  scale: number
  fits: boolean
  goTo: (page: number) => void
  zoom: (step: 1 | -1) => void
  fit: () => void
}

/** The current page of the document and the zoom controls. */
export function PdfBar({ page, pages, scale, fits, goTo, zoom, fit }: Props) {
  const t = documentTexts.useText()
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    const wanted = Number(typed)
    if (typed !== null && Number.isInteger(wanted) && wanted >= 1) goTo(Math.min(wanted, pages))
    setTyped(null)
  }
  return (
    <div className="pdf-bar" role="toolbar" aria-label={t('tools')}>
      <button
        type="button"
        className="ib sm"
        aria-label={t('previousPage')}
        aria-disabled={page <= 1}
        onClick={() => page > 1 && goTo(page - 1)}
      >
        <ChevronUp size={16} />
      </button>
      <button
        type="button"
        className="ib sm"
        aria-label={t('nextPage')}
        aria-disabled={page >= pages}
        onClick={() => page < pages && goTo(page + 1)}
      >
        <ChevronDown size={16} />
      </button>
      <label className="pdf-number num">
        <span className="hidden">{t('page')}</span>
        <input
          inputMode="numeric"
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) commit()
          }}
        />
        <span aria-hidden="true" className="m2">
          / {pages}
        </span>
      </label>
      <span className="grow" />
      <button type="button" className="ib sm" aria-label={t('smaller')} onClick={() => zoom(-1)}>
        <ZoomOut size={16} />
      </button>
      <span className="small m2 num pdf-scale" aria-live="polite">
        {formatPercent(Math.round(scale * 100) / 100)}
      </span>
      <button type="button" className="ib sm" aria-label={t('larger')} onClick={() => zoom(1)}>
        <ZoomIn size={16} />
      </button>
      <button
        type="button"
        className={`ib sm${fits ? ' on' : ''}`}
        aria-label={t('fitWidth')}
        aria-pressed={fits}
        onClick={fit}
      >
        <Maximize size={16} />
      </button>
    </div>
  )
}
