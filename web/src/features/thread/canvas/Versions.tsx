import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../lang/format.ts'
import { Difference } from '../../../ui/admin/difference/Difference.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { TwoTabs } from '../../../ui/TwoTabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { type DocumentVersion, documentsApi } from './data/api.ts'
import { type DocumentSession, normalized, type SessionState } from './editing/DocumentSession.ts'
import { canvasTexts } from './lang/en.ts'

interface Props {
  session: DocumentSession
  state: SessionState
  close: () => void
}

type View = 'inline' | 'sides'

/** The versions of a document. The chosen one is compared with the current text, and can be restored. */
export default function Versions({ session, state: { document }, close }: Props) {
  const t = canvasTexts.useText()
  const { versions } = document
  const [chosen, choose] = useState<number | null>(versions[1]?.n ?? null)
  return (
    <div className="canvas-body canvas-versions">
      <button type="button" className="btn ghost sm canvas-back" onClick={close}>
        <ArrowLeft size={14} className="flip" />
        {t('backToText')}
      </button>
      <p className="small m2">{t('versionsHint')}</p>
      <ul className="canvas-version-list">
        {versions.map((version) => (
          <li key={version.n}>
            <button
              type="button"
              className="canvas-version"
              aria-pressed={version.n === chosen}
              onClick={() => choose(version.n)}
            >
              <Named version={version} isCurrent={version.n === document.n} />
            </button>
          </li>
        ))}
      </ul>
      {chosen !== null && <Compared key={chosen} session={session} n={chosen} close={close} />}
    </div>
  )
}

function Named({ version: { n, by, savedAt }, isCurrent }: { version: DocumentVersion; isCurrent: boolean }) {
  const t = canvasTexts.useText()
  return (
    <>
      <b>{t('versionBy', { n })}</b>
      <span className="small m2">
        {t(by === 'Person' ? 'byPerson' : 'byModel')} ·{' '}
        {formatDate(savedAt, { dateStyle: 'medium', timeStyle: 'short' })}
        {isCurrent && ` · ${t('current')}`}
      </span>
    </>
  )
}

function Compared({ session, n, close }: { session: DocumentSession; n: number; close: () => void }) {
  const t = canvasTexts.useText()
  const within = useWithin()
  const [view, setView] = useState<View>('inline')
  const [busy, setBusy] = useState(false)
  const { conversationId, documentId } = session.state.read().document
  // The newest version changes while it is edited.
  const { data, error, refetch } = documentsApi.useGetDocumentVersionQuery(
    { conversationId, documentId, n, ...within },
    { refetchOnMountOrArgChange: true },
  )
  if (!data)
    return error ? (
      <LoadError error={error} retry={() => void refetch()} />
    ) : (
      <p className="m3">{t('loading')}</p>
    )
  const content = normalized(data.content)
  async function restore() {
    if (busy) return
    setBusy(true)
    const isRestored = await session.replace(() => content, 'Person')
    setBusy(false)
    if (!isRestored) {
      toast.error(t('unsavedFirst'))
      return
    }
    toast.success(t('restored', { n }))
    close()
  }
  if (content === session.text) return <p className="strip info">{t('same')}</p>
  return (
    <>
      <div className="row wrap">
        <TwoTabs
          id="canvas-compare-"
          className="seg"
          tabs={['inline', 'sides']}
          tab={view}
          choose={setView}
          label={t('compareView')}
          text={(one) => t(one)}
        />
        <span className="grow" />
        <button type="button" className="btn pri sm" aria-disabled={busy} onClick={() => void restore()}>
          {t('restore')}
        </button>
      </div>
      <div id="canvas-compare-panel" role="tabpanel" aria-labelledby={`canvas-compare-${view}`}>
        <Difference
          changes={[{ field: 'content', before: content, after: session.text }]}
          view={view === 'sides' ? 'sides' : 'unified'}
          labelOf={() => `${t('versionBy', { n })} – ${t('current')}`}
        />
      </div>
    </>
  )
}
