import { useFeltWait } from '../../../ui/admin/useFeltWait.ts'
import { uiTexts } from '../../../ui/uiTexts.ts'
import '../../../ui/admin/edit.css'
import './editor.css'

const rows = [58, 44, 62, 50, 56]

/** The editor before the brand is there, in its own shape. */
export function EditorSkeleton() {
  const t = uiTexts.useText()
  if (!useFeltWait()) return null
  return (
    <div className="edit-page" role="status" aria-label={t('loading')}>
      <div className="edit-form editor-skeleton">
        <span className="sk" style={{ inlineSize: '40%', blockSize: 24 }} />
        {rows.map((percent) => (
          <div key={percent}>
            <span className="sk" style={{ inlineSize: `${percent / 2}%` }} />
            <span className="sk swatch-skeleton" />
          </div>
        ))}
      </div>
      <div className="edit-aside">
        <div className="preview-pair">
          <span className="sk preview-skeleton" />
          <span className="sk preview-skeleton" />
        </div>
      </div>
    </div>
  )
}
