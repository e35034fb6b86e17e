import { useState } from 'react'
import { currentUserApi } from '../currentUser/data/api.ts'
import { personalDataApi } from '../personalData/data/api.ts'
import { personalDataTexts } from '../personalData/lang/en.ts'
import { RequestExportDialog } from '../personalData/RequestExportDialog.tsx'
import { UserExports } from '../personalData/UserExports.tsx'
import { EraseUserDialog } from './EraseUserDialog.tsx'
import { Panel } from './Panel.tsx'
import { TransferDialog } from './TransferDialog.tsx'

interface Props {
  person: { userId: string; name: string }
  /** Lets the page be left without asking about unsaved changes. */
  lift: () => void
}

/** Requests about a user's data: an export, and the erasure. Not on the user's own page, which is the account. */
export function UserDataPanel({ person, lift }: Props) {
  const t = personalDataTexts.useText()
  const { data: me } = currentUserApi.useGetCurrentUserQuery()
  const [asked, setAsked] = useState<'export' | 'erase' | 'transfer'>()
  if (!me || me.userId === person.userId) return null
  const close = () => setAsked(undefined)
  return (
    <Panel title={t('title')}>
      <div className="own-data">
        <p className="hint">{t('userIntro')}</p>
        <UserExports userId={person.userId} />
        <p className="hint">{t('eraseIntro')}</p>
        <div className="row">
          <button
            type="button"
            className="btn out sm"
            aria-haspopup="dialog"
            onClick={() => setAsked('export')}
          >
            {t('exportUser')}
          </button>
          <button
            type="button"
            className="btn danger sm"
            aria-haspopup="dialog"
            onClick={() => setAsked('erase')}
          >
            {t('eraseUser')}
          </button>
        </div>
      </div>
      {asked === 'export' && <RequestExport person={person} close={close} />}
      {asked === 'erase' && (
        <EraseUserDialog person={person} transfer={() => setAsked('transfer')} lift={lift} close={close} />
      )}
      {asked === 'transfer' && <TransferDialog person={person} close={close} />}
    </Panel>
  )
}

function RequestExport({ person, close }: { person: Props['person']; close: () => void }) {
  const { data } = personalDataApi.useListDataExportsQuery({ userId: person.userId })
  return <RequestExportDialog person={person} needsApproval={data?.needsApproval ?? false} close={close} />
}
