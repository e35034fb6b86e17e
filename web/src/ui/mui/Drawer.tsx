import MuiDrawer, { type DrawerProps } from '@mui/material/Drawer'
import { keepSubmit } from './keepSubmit.ts'
import { MuiTheme } from './MuiTheme.tsx'

export const Drawer = (props: DrawerProps) => (
  <MuiTheme>
    <MuiDrawer onSubmit={keepSubmit} {...props} />
  </MuiTheme>
)
