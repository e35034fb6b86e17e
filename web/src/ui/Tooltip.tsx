import MuiTooltip, { type TooltipProps } from '@mui/material/Tooltip'
import { client } from '@parlance/contract/limits'

/** A text that comes when one rests on something. It comes late, so that it is not in the way of those who know. */
export const Tooltip = ({ enterDelay = client.tooltipEnterMs, ...props }: TooltipProps) => (
  <MuiTooltip enterDelay={enterDelay} {...props} />
)
