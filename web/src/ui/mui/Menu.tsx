import MuiMenu, { type MenuProps } from '@mui/material/Menu'
import { MuiTheme } from './MuiTheme.tsx'

export { default as MenuItem } from '@mui/material/MenuItem'

export const Menu = (props: MenuProps) => (
  <MuiTheme>
    <MuiMenu {...props} />
  </MuiTheme>
)
