import { ArrowRightLeft, UserRoundPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAgentName } from '../../../ui/agentName.ts'
import { loadLater } from '../../../ui/loadLater.tsx'
import { agentsPath } from '../../agentDiscovery/data/agentsPath.ts'
import type { PersonalAgent } from '../data/api.ts'
import { personalAgentsTexts } from '../lang/en.ts'
import { sharingTexts } from './lang/en.ts'
import '../personalAgents.css'
import { useNavigateIfHere } from '../../../ui/navigate.ts'

const ShareDialog = loadLater(async () => (await import('./ShareDialog.tsx')).ShareDialog, { over: true })
const HandOverDialog = loadLater(async () => (await import('./HandOverDialog.tsx')).HandOverDialog, {
  over: true,
})

interface Props {
  agent: PersonalAgent
  /** Lifts the unsaved changes prompt, because the changes go with the agent. */
  lift?: () => void
}

/** Actions of an agent's owner: sharing it and transferring ownership. */
export function SharingButtons({ agent, lift }: Props) {
  const { gptSystemId } = agent
  const named = { gptSystemId, name: useAgentName()(agent.name) }
  const t = personalAgentsTexts.useText()
  const tSharing = sharingTexts.useText()
  const navigate = useNavigateIfHere()
  const [open, setOpen] = useState<'share' | 'handOver' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <button type="button" className="btn ghost" aria-haspopup="dialog" onClick={() => setOpen('handOver')}>
        <ArrowRightLeft size={16} />
        {tSharing('handOverAsk')}
      </button>
      <button type="button" className="btn out" aria-haspopup="dialog" onClick={() => setOpen('share')}>
        <UserRoundPlus size={16} />
        {t('share')}
        {agent.shares > 0 && <span className="chip share-count num">{agent.shares}</span>}
      </button>
      <Suspense>
        {open === 'share' && <ShareDialog agent={named} close={close} />}
        {open === 'handOver' && (
          <HandOverDialog
            agent={named}
            close={close}
            done={(kept) => {
              if (kept === 'Edit') return
              lift?.()
              void navigate(agentsPath)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
