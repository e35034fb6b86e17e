import { uiTexts } from './lang/en.ts'
import { leaveAnyway, stay } from './leaveGuard.ts'
import { Dialog } from './mui/Dialog.tsx'

/** Asks before leaving a screen with unsaved changes. Stay is the default button, and Escape stays, too. */
export function LeaveDialog() {
  const t = uiTexts.useText()
  return (
    <Dialog
      open
      onClose={stay}
      fullWidth
      maxWidth="xs"
      aria-labelledby="leave-title"
      aria-describedby="leave-text"
    >
      <div className="dialog">
        <h2 className="h3" id="leave-title">
          {t('leaveTitle')}
        </h2>
        <p className="m2" id="leave-text">
          {t('leaveText')}
        </p>
        <div className="row actions">
          <button type="button" className="btn danger" onClick={leaveAnyway}>
            {t('leave')}
          </button>
          {/* biome-ignore lint/a11y/noAutofocus: a dialog takes the focus, and the harmless button is its default. */}
          <button type="button" className="btn pri" onClick={stay} autoFocus>
            {t('stay')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
