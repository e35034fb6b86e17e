import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { ChosenList } from '../../../ui/admin/fields/ChosenList.tsx'
import { Finder } from '../../../ui/admin/fields/Finder.tsx'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { personalAgentsApi } from '../data/api.ts'
import { sharingTexts } from './lang/en.ts'
import type { Share } from './shareRows.ts'
import { type FoundToShare, useFoundReceivers } from './useFoundToShare.ts'
import '../../../ui/admin/edit.css'
import '../personalAgents.css'

interface Props {
  agent: { gptSystemId: string; name: string }
  close: () => void
  /** Called with the access that the user keeps. */
  done: (kept: Share['right'] | null) => void
}

const kept = ['None', 'Use', 'Edit'] as const

/** Transfers ownership of a personal agent, after explaining the consequences. */
export function HandOverDialog({ agent: { gptSystemId, name }, close, done }: Props) {
  const t = sharingTexts.useText()
  const [receiver, choose] = useState<FoundToShare | null>(null)
  const [keep, setKeep] = useState<(typeof kept)[number]>('None')
  const [handOver, { isLoading, error, reset }] = personalAgentsApi.useHandOverAgentMutation()

  async function confirm(userId: string) {
    const right = keep === 'None' ? null : keep
    const input = { gptSystemId, userId, ...(right ? { keep: right } : {}) }
    if ((await handOver(input)).error) return
    toast.success(t('handOverDone', { name, person: receiver?.name ?? '' }))
    close()
    done(right)
  }

  return (
    <ConfirmDialog
      title={t('handOverTitle', { name })}
      text={t('handOverText')}
      button={receiver ? t('handOverTo', { person: receiver.name }) : t('handOver')}
      wide
      busy={isLoading}
      error={error}
      confirm={receiver ? () => void confirm(receiver.id) : undefined}
      close={close}
    >
      <ul className="hand-over-says s13">
        <li>{t('handOverShares')}</li>
        <li>{t('handOverLibraries')}</li>
        <li>{t('handOverConversations')}</li>
      </ul>
      {receiver ? (
        <>
          <ChosenList
            label={t('handOverReceiver')}
            items={[receiver]}
            remove={() => {
              reset()
              choose(null)
            }}
          />
          <SelectField
            field="keep"
            label={t('keep')}
            value={keep}
            options={kept.map((key) => ({ key, label: t(`keep${key}`) }))}
            change={(key) => setKeep(key as typeof keep)}
          />
        </>
      ) : (
        <div className="hand-over-find">
          <Finder label={t('handOverFind')} useFound={useFoundReceivers} choose={choose} autoFocus />
        </div>
      )}
    </ConfirmDialog>
  )
}
