import { Suspense, useId, useState } from 'react'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { loadLater } from '../../ui/loadLater.tsx'
import { memoriesApi } from './data/api.ts'
import { memoriesTexts } from './lang/en.ts'
import './memories.css'

const MemoriesDialog = loadLater(async () => (await import('./MemoriesDialog.tsx')).MemoriesDialog, {
  over: true,
})
const ClearDialog = loadLater(async () => (await import('./ClearDialog.tsx')).ClearDialog, { over: true })

/** The user’s own switch, and the way to what is remembered. Nothing if there is no memory on this instance. */
export function MemorySettings() {
  const t = memoriesTexts.useText()
  const id = useId()
  const { data, error, refetch } = memoriesApi.useGetMemorySettingsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const [update, { error: refused }] = memoriesApi.useUpdateMemorySettingsMutation()
  const [open, setOpen] = useState<'list' | 'clear' | null>(null)
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data || !(data.allowed || data.count > 0)) return null
  const { allowed, enabled, count } = data
  const close = () => setOpen(null)
  return (
    <section className="memory-settings" aria-labelledby={id}>
      <h3 className="h4" id={id}>
        {t('title')}
      </h3>
      {allowed ? (
        <>
          <label className="row panel-switch">
            <span className="grow">
              <span className="name">{t('use')}</span>
              <span className="hint">{t('useHint')}</span>
            </span>
            <input
              type="checkbox"
              role="switch"
              className="sw"
              checked={enabled}
              aria-checked={enabled}
              onChange={(event) => void update({ enabled: event.target.checked })}
            />
          </label>
          <button type="button" className="btn out sm" aria-haspopup="dialog" onClick={() => setOpen('list')}>
            {count > 0 ? t('manage', { count }) : t('manageNone')}
          </button>
        </>
      ) : (
        <>
          <p className="hint">{t('notAllowed')}</p>
          <button
            type="button"
            className="btn out sm"
            aria-haspopup="dialog"
            onClick={() => setOpen('clear')}
          >
            {t('clear')}
          </button>
        </>
      )}
      {Boolean(refused) && (
        <p className="strip e" role="alert">
          {errorText(refused)}
        </p>
      )}
      <Suspense>
        {open === 'list' && <MemoriesDialog isOn={enabled} close={close} />}
        {open === 'clear' && <ClearDialog count={count} close={close} />}
      </Suspense>
    </section>
  )
}
