import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { loadLater, useLoadAhead } from '../../ui/loadLater.tsx'
import { OnceOpened } from '../../ui/OnceOpened.tsx'
import type { ChosenDeployment } from '../chatModel/deploymentChoice.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'

const DeploymentMenu = loadLater(async () => (await import('./DeploymentMenu.tsx')).DeploymentMenu, {
  over: true,
})

/** The current model and a menu of the others. Renders nothing if there is only one. */
export function DeploymentButton(chosen: ChosenDeployment) {
  return chosen.choices.length > 1 ? <Choosing {...chosen} /> : null
}

function Choosing(chosen: ChosenDeployment) {
  const t = conversationTexts.useText()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const label = chosen.current?.label ?? ''
  useLoadAhead(DeploymentMenu)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn ghost sm deployment-button"
        aria-label={t('modelNow', { name: label })}
        title={t('chooseModel')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <bdi className="trunc">{label}</bdi>
        <ChevronDown size={14} className="m3" />
      </button>
      <OnceOpened open={open}>
        <DeploymentMenu anchor={button.current} open={open} close={() => setOpen(false)} chosen={chosen} />
      </OnceOpened>
    </>
  )
}
