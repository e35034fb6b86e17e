import { useFeltWait } from '../../../ui/admin/useFeltWait.ts'
import { uiTexts } from '../../../ui/uiTexts.ts'
import '../../../ui/admin/edit.css'
import './roleEditor.css'

const rows = Array.from({ length: 10 }, (_, index) => index)

export function SkeletonRows() {
  const common = uiTexts.useText()
  const felt = useFeltWait()
  return (
    <div className="card matrix-frame" role="status" aria-label={common('loading')}>
      {felt &&
        rows.map((row) => (
          <div key={row} className="matrix-wait">
            <span className="sk" />
            <span className="sk" />
          </div>
        ))}
    </div>
  )
}

/** The editor's geometry while the role is read. */
export const RoleSkeleton = () => (
  <div className="edit-page" data-wide>
    <section className="edit-form">
      <div className="edit-body">
        <SkeletonRows />
      </div>
    </section>
    <div className="edit-aside" />
  </div>
)
