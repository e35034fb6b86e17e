import { uiTexts } from '../../../ui/lang/en.ts'
import { useLate } from '../../../ui/useLate.ts'

/** Keeps the height of a chart while it loads. */
export function Blank() {
  const t = uiTexts.useText()
  const late = useLate()
  return (
    <div className="report-body report-blank" role="status" aria-label={late ? t('loading') : undefined}>
      {late && <span className="sk" />}
    </div>
  )
}
