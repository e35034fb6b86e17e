import MuiDialog, { type DialogProps } from '@mui/material/Dialog'
import { type RefObject, useEffect, useRef } from 'react'
import { focusIsLost, placeOf } from '../keepFocus.ts'
import { keepSubmit } from './keepSubmit.ts'
import { MuiTheme } from './MuiTheme.tsx'

type Opener = ReturnType<typeof placeOf> | null

/** A dialog that gives the focus back when it closes, also if its action has removed the row it was opened from. */
export function Dialog({ children, ...props }: DialogProps) {
  const opener = useRef<Opener>(null)
  return (
    <MuiTheme>
      <MuiDialog
        onSubmit={keepSubmit}
        onFocus={({ relatedTarget }) => {
          opener.current ??= relatedTarget instanceof HTMLElement ? placeOf(relatedTarget) : null
        }}
        {...props}
      >
        {children}
        <FocusBack opener={opener} />
      </MuiDialog>
    </MuiTheme>
  )
}

/** Inside the dialog, so that its effect ends after the dialog’s own focus trap. */
function FocusBack({ opener }: { opener: RefObject<Opener> }) {
  useEffect(
    () => () => {
      if (focusIsLost()) opener.current?.restore()
      opener.current = null
    },
    [opener],
  )
  return null
}
