import { Check } from 'lucide-react'
import { Menu, MenuItem } from '../../ui/mui/Menu.tsx'
import { conversationTexts } from './conversationTexts.ts'
import type { ChosenDeployment } from './deploymentChoice.ts'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  chosen: ChosenDeployment
}

export function DeploymentMenu({ anchor, open, close, chosen: { choices, current, choose } }: Props) {
  const t = conversationTexts.useText()
  return (
    <Menu
      anchorEl={anchor}
      open={open}
      onClose={close}
      slotProps={{ list: { 'aria-label': t('chooseModel') } }}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
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
          <bdi className="grow trunc">{choice.label}</bdi>
          {choice.isDefault && <span className="s13 m3">{t('modelDefault')}</span>}
          {choice === current && <Check size={16} />}
        </MenuItem>
      ))}
    </Menu>
  )
}
