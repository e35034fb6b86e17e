import { Check } from 'lucide-react'
import { Menu, MenuItem } from '../../ui/mui/Menu.tsx'
import type { ChosenDeployment } from '../chatModel/deploymentChoice.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  chosen: ChosenDeployment
}

export function DeploymentMenu({ anchor, open, close, chosen: { choices, current, choose } }: Props) {
  const t = conversationTexts.useText()
  const side = document.documentElement.dir === 'rtl' ? 'right' : 'left'
  return (
    <Menu
      anchorEl={anchor}
      open={open}
      onClose={close}
      slotProps={{ list: { 'aria-label': t('chooseModel') } }}
      anchorOrigin={{ vertical: 'top', horizontal: side }}
      transformOrigin={{ vertical: 'bottom', horizontal: side }}
    >
      {choices.map((choice) => (
        <MenuItem
          key={`${choice.languageEngine} ${choice.deploymentName}`}
          role="menuitemradio"
          aria-checked={choice === current}
          selected={choice === current}
          onClick={() => {
            close()
            choose(choice)
          }}
        >
          <span className="grow trunc">
            <bdi>{choice.label}</bdi>
          </span>
          {choice.isDefault && <span className="s13 m3">{t('modelDefault')}</span>}
          {choice === current && <Check size={16} />}
        </MenuItem>
      ))}
    </Menu>
  )
}
