import { useState } from 'react'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { ChosenList } from '../../ui/admin/fields/ChosenList.tsx'
import { type Findable, Finder } from '../../ui/admin/fields/Finder.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { toast } from '../../ui/toast.tsx'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import { type LeftAgent, usersApi } from './data/api.ts'
import { usersTexts } from './lang/en.ts'
import { Panel } from './Panel.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import { useFoundEnabled } from './useFoundEnabled.ts'

interface Props {
  person: { userId: string; name: string }
}

/** The agents of a disabled user. Each can be transferred to someone who can sign in. */
export function LeftAgentsPanel({ person }: Props) {
  const t = usersTexts.useText()
  const { userId } = person
  const query = usersApi.useListLeftAgentsQuery({ userId }, { refetchOnMountOrArgChange: true })
  const { currentData: agents, error, refetch } = query
  const [asked, setAsked] = useState<LeftAgent | null>(null)
  const [all, setAll] = useState(false)
  if (error && !agents) return <LoadError error={error} retry={refetch} />
  return (
    <Panel
      title={t('leftAgents')}
      action={
        agents &&
        agents.length > 1 && (
          <button type="button" className="btn out sm" aria-haspopup="dialog" onClick={() => setAll(true)}>
            {t('transferSeveral')}
          </button>
        )
      }
    >
      <p className="hint">{t(agents?.length === 0 ? 'leftAgentsNone' : 'leftAgentsHint')}</p>
      <ul className="user-list" aria-label={t('leftAgents')} aria-busy={!agents}>
        {agents?.map((agent) => (
          <li key={agent.gptSystemId} className="row">
            <AgentAvatar id={agent.gptSystemId} fileName={null} size={28} />
            <span className="grow s13">
              <bdi>{agent.name}</bdi>
              <span className="small m3 num user-by">
                {t(agent.shares > 0 ? 'leftShared' : 'leftUnshared', { count: agent.shares })}
              </span>
            </span>
            <button
              type="button"
              className="btn out sm"
              aria-haspopup="dialog"
              aria-label={t('handOverName', { name: agent.name })}
              onClick={() => setAsked(agent)}
            >
              {t('handOver')}
            </button>
          </li>
        ))}
      </ul>
      {all && <TransferDialog person={person} close={() => setAll(false)} />}
      {asked && <HandOver agent={asked} person={person} close={() => setAsked(null)} />}
    </Panel>
  )
}

function HandOver({ agent, person, close }: Props & { agent: LeftAgent; close: () => void }) {
  const t = usersTexts.useText()
  const { gptSystemId, name } = agent
  const [receiver, choose] = useState<Findable | null>(null)
  const [handOver, { isLoading, error, reset }] = usersApi.useHandOverLeftAgentMutation()

  async function confirm(newOwnerId: string) {
    if ((await handOver({ userId: person.userId, gptSystemId, newOwnerId })).error) return
    toast.success(t('handOverDone', { name, person: receiver?.name ?? '' }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('handOverTitle', { name })}
      text={t('handOverText', { person: person.name })}
      button={receiver ? t('handOverTo', { person: receiver.name }) : t('handOver')}
      danger={false}
      wide
      busy={isLoading}
      error={error}
      confirm={receiver ? () => void confirm(receiver.key) : undefined}
      close={close}
    >
      {receiver ? (
        <ChosenList
          label={t('newOwner')}
          items={[receiver]}
          remove={() => {
            reset()
            choose(null)
          }}
        />
      ) : (
        <div className="user-find">
          <Finder
            label={t('findNewOwner')}
            useFound={useFoundEnabled}
            without={new Set([person.userId])}
            choose={choose}
            autoFocus
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
