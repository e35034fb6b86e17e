import { useFeltWait } from '../../../ui/admin/useFeltWait.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import './roleEditor.css'

const rows = Array.from({ length: 10 }, (_, index) => index)

/** Placeholder for the matrix, with its final height. */
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
