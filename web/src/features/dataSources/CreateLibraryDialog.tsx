import { useRef } from 'react'
import { newId } from '../../session/http.ts'
import { type DataSource, dataSourcesApi } from './data/api.ts'
import { LibraryDialog, type LibraryNames } from './LibraryDialog.tsx'
import { dataSourcesTexts } from './lang/en.ts'

interface Props {
  open: boolean
  close: () => void
  created: (library: DataSource) => void
}

const none = { name: '', description: '' }

export function CreateLibraryDialog({ open, close, created }: Props) {
  const t = dataSourcesTexts.useText()
  const [create, { isLoading, error, reset }] = dataSourcesApi.useCreateLibraryMutation()
  // One idempotency key per content, so a second click doesn't create a second library.
  const sent = useRef({ intent: '', key: '' })

  async function save({ name, description }: LibraryNames) {
    const intent = JSON.stringify([name, description])
    if (sent.current.intent !== intent) sent.current = { intent, key: newId() }
    const { data } = await create({ key: sent.current.key, name, description: description || undefined })
    if (!data) return
    sent.current = { intent: '', key: '' }
    created(data)
  }

  return (
    <LibraryDialog
      open={open}
      title={t('newLibraryTitle')}
      button={t('create')}
      initial={none}
      busy={isLoading}
      error={error}
      save={(names) => void save(names)}
      close={() => {
        reset()
        close()
      }}
    />
  )
}
