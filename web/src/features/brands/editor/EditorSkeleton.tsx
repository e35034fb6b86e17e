import { useFeltWait } from '../../../ui/admin/useFeltWait.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import './editor.css'

const rows = [58, 44, 62, 50, 56]

/** Placeholder for the editor while it loads: color rows, and the preview if there is room. */
export function EditorSkeleton() {
  const t = uiTexts.useText()
  if (!useFeltWait()) return null
  return (
    <div className="editor-skeleton" role="status" aria-label={t('loading')}>
      <div className="editor-skeleton-rows">
        {rows.map((percent) => (
          <div key={percent}>
            <span className="sk" style={{ inlineSize: `${percent / 2}%` }} />
            <span className="sk swatch-skeleton" />
          </div>
        ))}
      </div>
      <div className="preview-pair">
        <span className="sk preview-skeleton" />
        <span className="sk preview-skeleton" />
      </div>
    </div>
  )
}
