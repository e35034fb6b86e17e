import MuiPopover, { type PopoverProps } from '@mui/material/Popover'
import { MuiTheme } from './MuiTheme.tsx'

export const Popover = (props: PopoverProps) => (
  <MuiTheme>
    <MuiPopover {...props} />
  </MuiTheme>
)
