import { Check, Copy, Link2 } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDate } from '../../lang/format.ts'
import { newId } from '../../session/http.ts'
import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import { SaveError } from '../../ui/admin/SaveError.tsx'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { copyText, useCopy } from '../../ui/useCopy.ts'
import { type SnapshotLink, snapshotsApi } from './data/api.ts'
import { snapshotPath } from './data/snapshotPath.ts'
import { snapshotTexts } from './lang/en.ts'
import '../../ui/admin/edit.css'
import './snapshots.css'

interface Props {
  conversationId: string
  close: () => void
}

const times = { never: null, week: 7, month: 30 } as const
type Time = keyof typeof times
const dayOf = (at: string) => formatDate(at, { day: 'numeric', month: 'long', year: 'numeric' })

const addressOf = ({ snapshotId }: SnapshotLink) => `${location.origin}${snapshotPath(snapshotId)}`

/** Creates and revokes links to a read-only copy of the user's conversation. */
export function ShareConversationDialog({ conversationId, close }: Props) {
  const t = snapshotTexts.useText()
  const id = useId()
  const [ends, setEnds] = useState<Time>('never')
  const [create, { isLoading, error }] = snapshotsApi.useCreateSnapshotMutation()

  async function make() {
    const days = times[ends]
    const link = await create({
      conversationId,
      key: newId(),
      ...(days === null ? {} : { expiresInDays: days }),
    })
    if (link.data && (await copyText(addressOf(link.data)))) toast.success(t('made'))
  }

  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <div className="dialog">
        <h2 className="h3" id={id}>
          {t('title')}
        </h2>
        <div className="snapshot-says" id={`${id}-text`}>
          <p className="m2">{t('text')}</p>
          <p className="m2 s13">{t('partialHint')}</p>
        </div>
        <div className="row snapshot-make">
          <SelectField
            field="ends"
            label={t('ends')}
            value={ends}
            options={[
              { key: 'never', label: t('endsNever') },
              { key: 'week', label: t('ends7') },
              { key: 'month', label: t('ends30') },
            ]}
            change={(key) => setEnds(key as Time)}
          />
          <button
            type="button"
            className="btn pri"
            aria-disabled={isLoading}
            onClick={() => !isLoading && void make()}
          >
            <Link2 size={16} />
            {t('make')}
          </button>
        </div>
        <SaveError error={error} />
        <Links conversationId={conversationId} />
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {t('close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function Links({ conversationId }: Pick<Props, 'conversationId'>) {
  const t = snapshotTexts.useText()
  const id = useId()
  const { data, error, refetch } = snapshotsApi.useListSnapshotsQuery(
    { conversationId },
    { refetchOnMountOrArgChange: true },
  )
  if (error) return <LoadError error={error} retry={refetch} />
  return (
    <section aria-labelledby={id}>
      <h3 className="h4" id={id}>
        {t('links')}
      </h3>
      {data?.length === 0 && <p className="m3 s13">{t('none')}</p>}
      {data && data.length > 0 && (
        <ul className="snapshot-links" aria-labelledby={id}>
          {data.map((link) => (
            <Row key={link.snapshotId} link={link} conversationId={conversationId} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ link, conversationId }: Pick<Props, 'conversationId'> & { link: SnapshotLink }) {
  const t = snapshotTexts.useText()
  const { snapshotId, createdAt, expiresAt } = link
  const [copied, copy] = useCopy()
  const [remove, { isLoading }] = snapshotsApi.useRemoveSnapshotMutation()
  const date = dayOf(createdAt)

  async function revoke() {
    const { error } = await remove({ conversationId, snapshotId })
    if (error) toast.error(errorText(error))
    else toast.success(t('revoked'))
  }

  return (
    <li className="row">
      <span className="grow">
        {t('created', { date })}
        {expiresAt && <span className="m3 s13"> {t('until', { date: dayOf(expiresAt) })}</span>}
        <span className="mono s13 m2 snapshot-address" dir="ltr">
          {addressOf(link)}
        </span>
      </span>
      <button
        type="button"
        className="btn soft sm"
        aria-label={copied ? t('copied') : t('copyOf', { date })}
        onClick={() => copy(addressOf(link))}
      >
        {copied ? <Check size={14} /> : <Copy size={14} />}
        {t(copied ? 'copied' : 'copy')}
      </button>
      <button
        type="button"
        className="btn ghost sm"
        aria-label={t('revokeOf', { date })}
        aria-disabled={isLoading}
        onClick={() => !isLoading && void revoke()}
      >
        {t('revoke')}
      </button>
    </li>
  )
}
