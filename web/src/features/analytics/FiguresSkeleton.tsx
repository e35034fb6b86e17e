import { uiTexts } from '../../ui/lang/en.ts'
import { useLate } from '../../ui/useLate.ts'

const rows = ['lately', 'stock']
const figures = ['a', 'b', 'c', 'd']

/** Placeholder for the figures, with their final height. */
export function FiguresSkeleton() {
  const t = uiTexts.useText()
  const late = useLate()
  return rows.map((row) => (
    <section key={row} role="status" aria-label={late ? t('loading') : undefined}>
      <div className="figures-title">{late && <span className="sk" />}</div>
      <div className="figures">
        {figures.map((figure) => (
          <div key={figure} className="figures-blank">
            {late && <span className="sk" />}
            {late && <span className="sk sk-figure" />}
          </div>
        ))}
      </div>
    </section>
  ))
}
