import MuiDialog, { type DialogProps } from '@mui/material/Dialog'
import { keepSubmit } from './keepSubmit.ts'
import { MuiTheme } from './MuiTheme.tsx'

export const Dialog = (props: DialogProps) => (
  <MuiTheme>
    <MuiDialog onSubmit={keepSubmit} {...props} />
  </MuiTheme>
)
