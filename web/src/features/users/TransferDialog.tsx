import { useState } from 'react'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { ChosenList } from '../../ui/admin/fields/ChosenList.tsx'
import { type Findable, Finder } from '../../ui/admin/fields/Finder.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { toast } from '../../ui/toast.tsx'
import { personalDataApi, type Transferable } from '../personalData/data/api.ts'
import '../personalData/personalData.css'
import { usersApi } from './data/api.ts'
import { usersTexts } from './lang/en.ts'
import { useFoundEnabled } from './useFoundEnabled.ts'

interface Props {
  person: { userId: string; name: string }
  close: () => void
}

/** Transfers all or chosen agents of someone who left. A user who can still sign in is disabled first. */
export function TransferDialog({ person, close }: Props) {
  const t = usersTexts.useText()
  const { userId, name } = person
  const query = personalDataApi.usePreviewTransferQuery({ userId }, { refetchOnMountOrArgChange: true })
  const { currentData: data } = query
  if (!data)
    return (
      <ConfirmDialog
        title={t('transferTitle', { name })}
        text={t('transferText')}
        button={t('transfer')}
        busy={false}
        close={close}
      >
        {query.error ? <LoadError error={query.error} retry={() => void query.refetch()} /> : null}
      </ConfirmDialog>
    )
  return data.canSignIn ? (
    <DisableFirst person={person} close={close} />
  ) : (
    <Choose person={person} agents={data.items} close={close} />
  )
}

function DisableFirst({ person: { userId, name }, close }: Props) {
  const t = usersTexts.useText()
  const [setDisabled, { isLoading, error }] = usersApi.useSetDisabledMutation()
  return (
    <ConfirmDialog
      title={t('transferTitle', { name })}
      text={t('transferDisable', { name })}
      button={t('disableName', { name })}
      busy={isLoading}
      error={error}
      // The dialog then shows the agents, whose names only the owner sees before.
      confirm={() => void setDisabled({ userId, disabled: true })}
      close={close}
    />
  )
}

function Choose({ person, agents, close }: Props & { agents: Transferable['items'] }) {
  const t = usersTexts.useText()
  const [receiver, choose] = useState<Findable | null>(null)
  const [without, leaveOut] = useState<ReadonlySet<string>>(new Set())
  const [transfer, { isLoading, error, reset }] = personalDataApi.useTransferAgentsMutation()
  const chosen = agents.filter(({ gptSystemId }) => !without.has(gptSystemId))

  async function confirm(toUserId: string) {
    const gptSystemIds = chosen.map(({ gptSystemId }) => gptSystemId)
    const answer = await transfer({ userId: person.userId, toUserId, gptSystemIds })
    if (answer.error) return
    toast.success(t('transferDone', { count: answer.data.transferred, person: receiver?.name ?? '' }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('transferTitle', { name: person.name })}
      text={t('transferText')}
      button={t('transferButton', { count: chosen.length })}
      danger={false}
      wide
      dirty={receiver !== null || without.size > 0}
      busy={isLoading}
      error={error}
      confirm={receiver && chosen.length > 0 ? () => void confirm(receiver.key) : undefined}
      close={close}
    >
      {agents.length === 0 && <p className="s13">{t('leftAgentsNone')}</p>}
      <ul className="transfer-agents" aria-label={t('leftAgents')}>
        {agents.map((agent) => (
          <li key={agent.gptSystemId}>
            <label>
              <input
                type="checkbox"
                checked={!without.has(agent.gptSystemId)}
                onChange={() => leaveOut(toggled(without, agent.gptSystemId))}
              />
              <span className="grow s13">
                <bdi>{agent.name}</bdi>
                <span className="small m2 user-by">
                  {t(agent.shares > 0 ? 'leftShared' : 'leftUnshared', { count: agent.shares })}
                  {' · '}
                  {t('transferPeople', { count: agent.people })}
                  {' · '}
                  {t('transferVersions', { count: agent.versions })}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
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
          />
        </div>
      )}
    </ConfirmDialog>
  )
}

function toggled(from: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(from)
  if (!next.delete(key)) next.add(key)
  return next
}
