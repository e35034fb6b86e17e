import MuiPopover, { type PopoverActions, type PopoverProps } from '@mui/material/Popover'
import { keepSubmit } from './keepSubmit.ts'
import { MuiTheme } from './MuiTheme.tsx'

export type { PopoverActions }

export const Popover = (props: PopoverProps) => (
  <MuiTheme>
    <MuiPopover onSubmit={keepSubmit} {...props} />
  </MuiTheme>
)
