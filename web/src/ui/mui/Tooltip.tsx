import MuiTooltip, { type TooltipProps } from '@mui/material/Tooltip'
import { client } from '@parlance/contract/limits'
import { MuiTheme } from './MuiTheme.tsx'

/** A text that comes when one rests on something. It comes late, so that it is not in the way of those who know. */
export const Tooltip = ({ enterDelay = client.tooltipEnterMs, ...props }: TooltipProps) => (
  <MuiTheme>
    <MuiTooltip enterDelay={enterDelay} {...props} />
  </MuiTheme>
)
