import MuiMenu, { type MenuProps } from '@mui/material/Menu'
import { keepSubmit } from './keepSubmit.ts'
import { MuiTheme } from './MuiTheme.tsx'

export { default as MenuItem } from '@mui/material/MenuItem'

export const Menu = (props: MenuProps) => (
  <MuiTheme>
    <MuiMenu onSubmit={keepSubmit} {...props} />
  </MuiTheme>
)
