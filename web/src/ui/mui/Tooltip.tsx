import MuiTooltip, { type TooltipProps } from '@mui/material/Tooltip'
import { client } from '@parlance/contract/limits'
import { MuiTheme } from './MuiTheme.tsx'

/** A tooltip. It appears late, so it doesn't get in the way of experienced users. */
export const Tooltip = ({ enterDelay = client.tooltipEnterMs, ...props }: TooltipProps) => (
  <MuiTheme>
    <MuiTooltip enterDelay={enterDelay} {...props} />
  </MuiTheme>
)
