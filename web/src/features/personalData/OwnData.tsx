import i18next from 'i18next'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { toast } from '../../ui/toast.tsx'
import { isRunning, POLL_MS, personalDataApi } from './data/api.ts'
import { OWN_DATA } from './data/personalDataPaths.ts'
import { EraseOwnDialog } from './EraseOwnDialog.tsx'
import { ExportList } from './ExportList.tsx'
import { personalDataTexts } from './lang/en.ts'
import './personalData.css'

/** The exports of the user's own data, also those that others asked for, and the deletion of the account. */
export function OwnData() {
  const t = personalDataTexts.useText()
  const { hash } = useLocation()
  const [polling, setPolling] = useState(0)
  const { data, error, refetch } = personalDataApi.useListOwnDataExportsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: polling,
  })
  const erasure = personalDataApi.usePreviewOwnErasureQuery(undefined, { refetchOnMountOrArgChange: true })
  const [create, { isLoading }] = personalDataApi.useCreateOwnDataExportMutation()
  const [asked, setAsked] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isLoaded = data !== undefined
  const runs = data?.items.some(isRunning) ?? false
  useEffect(() => setPolling(runs ? POLL_MS : 0), [runs])
  useEffect(() => {
    if (!isLoaded || hash !== `#${OWN_DATA}`) return
    place.current?.focus({ preventScroll: true })
    place.current?.parentElement?.scrollIntoView()
  }, [isLoaded, hash])

  async function start() {
    if (isLoading) return
    const { error: refused } = await create({ language: i18next.language === 'ar' ? 'ar' : 'en' })
    if (refused) toast.error(errorText(refused))
    else toast.success(t('exportStarted'))
  }

  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <div className="own-data" ref={place} tabIndex={-1} aria-busy={!data}>
      <p className="hint">{t(data && !data.allowed ? 'ownOff' : 'ownIntro')}</p>
      <div className="row">
        {data?.allowed && (
          <button
            type="button"
            className="btn out sm"
            aria-disabled={isLoading || runs}
            onClick={() => !runs && void start()}
          >
            <Download size={14} />
            {t('exportOwn')}
          </button>
        )}
        {erasure.data?.allowed && (
          <button
            type="button"
            className="btn danger sm"
            aria-haspopup="dialog"
            onClick={() => setAsked(true)}
          >
            {t('eraseOwn')}
          </button>
        )}
      </div>
      {data && data.items.length > 0 && (
        <ExportList items={data.items} own canDownload={({ state }) => state === 'Ready'} />
      )}
      {asked && erasure.data && <EraseOwnDialog preview={erasure.data} close={() => setAsked(false)} />}
    </div>
  )
}
