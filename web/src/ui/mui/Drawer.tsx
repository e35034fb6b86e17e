import MuiDrawer, { type DrawerProps } from '@mui/material/Drawer'
import { MuiTheme } from './MuiTheme.tsx'

export const Drawer = (props: DrawerProps) => (
  <MuiTheme>
    <MuiDrawer {...props} />
  </MuiTheme>
)
