import { ArrowLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatExactMoment } from '../../lang/format.ts'
import { Difference } from '../../ui/admin/difference/Difference.tsx'
import { ChoiceField } from '../../ui/admin/fields/ChoiceField.tsx'
import { errorTexts } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { toast } from '../../ui/toast.tsx'
import { copyText } from '../../ui/useCopy.ts'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { areaIcon, areaName } from '../frame/screens.ts'
import { deviceOf } from '../users/device.ts'
import { auditLogApi, type Entry } from './data/api.ts'
import type { AuditAddress } from './data/auditAddress.ts'
import { OutcomeChip } from './EntryList.tsx'
import { EntrySkeleton } from './EntrySkeleton.tsx'
import { auditLogTexts } from './lang/en.ts'
import '../../ui/admin/edit.css'
import { RestoreDialog } from './RestoreDialog.tsx'
import { actorName, deed, entryName, objectName } from './sentences.ts'
import { useNames } from './useNames.ts'

interface Props {
  auditEntryId: string
  change: (next: Partial<AuditAddress>) => void
  /** The URL of the list, for screens that show either the list or the entry. */
  back: string
}

/** One entry: what was changed, by whom, from where and why, and how to restore it. */
export function EntryPane({ auditEntryId, change, back }: Props) {
  const t = auditLogTexts.useText()
  const query = auditLogApi.useGetAuditEntryQuery({ auditEntryId }, { refetchOnMountOrArgChange: true })
  const entry = query.currentData
  return (
    <>
      <Link to={back} className="btn ghost sm audit-back">
        <ArrowLeft size={16} className="flip" />
        {t('back')}
      </Link>
      {entry ? (
        <Shown entry={entry} change={change} />
      ) : query.error ? (
        <LoadError error={query.error} retry={query.refetch} />
      ) : (
        <EntrySkeleton />
      )}
    </>
  )
}

function Shown({ entry, change }: { entry: Entry; change: Props['change'] }) {
  const t = auditLogTexts.useText()
  const [restoring, setRestoring] = useState(false)
  const Icon = areaIcon(entry.area)
  const { refusal } = entry.restore
  const names = useNames()
  const name = entryName(entry, t, names)
  return (
    <>
      <header className="row audit-head">
        <span className="mark audit-mark">
          <Icon size={20} />
        </span>
        <div className="grow">
          <h2 className="h3 wrap">
            <bdi>{name}</bdi>
          </h2>
          <div className="s13 m2 wrap">
            <bdi>{actorName(entry, t)}</bdi> {deed(entry, t, names)} <bdi>{objectName(entry, t, names)}</bdi>,{' '}
            <time dateTime={entry.at}>{formatExactMoment(entry.at)}</time>
          </div>
        </div>
        {entry.outcome !== 'Done' && <OutcomeChip outcome={entry.outcome} />}
        {refusal === null && (
          <button type="button" className="btn out sm" onClick={() => setRestoring(true)}>
            <Undo2 size={14} className="flip" />
            {t('restore')}
          </button>
        )}
      </header>
      {entry.outcome === 'Done' && <Changes entry={entry} />}
      {refusal !== null && entry.outcome === 'Done' && (
        <p className="s13 m2 audit-refusal">{errorTexts.text(refusal as 'audit.kind')}</p>
      )}
      <Facts entry={entry} change={change} />
      {restoring && <RestoreDialog entry={entry} name={name} close={() => setRestoring(false)} />}
    </>
  )
}

const views = ['unified', 'sides'] as const

function Changes({ entry: { changes, effect } }: { entry: Entry }) {
  const t = auditLogTexts.useText()
  const [view, setView] = useState<(typeof views)[number]>('unified')
  const wide = useMediaQuery('(min-width: 600px)')
  return (
    <>
      <div className="row audit-views">
        <span className="s13 m2 grow">{t('fields', { count: changes.length })}</span>
        {wide && changes.length > 0 && (
          <ChoiceField
            field="view"
            label={t('view_')}
            quiet
            value={view}
            options={views.map((key) => ({ key, label: t(key) }))}
            change={setView}
          />
        )}
      </div>
      <Difference changes={changes} view={wide ? view : 'unified'} created={effect === 'Made'} />
    </>
  )
}

function Facts({ entry, change }: { entry: Entry; change: Props['change'] }) {
  const t = auditLogTexts.useText()
  const { reason, outcome, actor, network, userAgent, requestId, seq, hash, entityId } = entry
  return (
    <dl className="s13 audit-facts">
      {reason && (
        <>
          <dt>{t(outcome === 'Done' ? 'reason' : 'error')}</dt>
          <dd>
            <bdi className={outcome === 'Done' ? '' : 'mono'}>{reason}</bdi>
          </dd>
        </>
      )}
      <dt>{t('who')}</dt>
      <dd>
        <bdi>{actorName(entry, t)}</bdi>
        {actor.userId && (
          <button type="button" className="audit-only" onClick={() => change({ person: actor.userId ?? '' })}>
            {t('onlyPerson')}
          </button>
        )}
      </dd>
      <dt>{t('object')}</dt>
      <dd>
        {areaName(entry.area)}{' '}
        <bdi className="mono" dir="ltr">
          {entityId}
        </bdi>
        {entityId && (
          <button type="button" className="audit-only" onClick={() => change({ object: entityId })}>
            {t('onlyObject')}
          </button>
        )}
      </dd>
      <dt>{t('session')}</dt>
      <dd>
        <bdi title={userAgent ?? undefined}>
          {[deviceOf(userAgent), network].filter(Boolean).join(', ') || t('none')}
        </bdi>
      </dd>
      <dt>{t('requestId')}</dt>
      <dd>
        <bdi className="mono" dir="ltr">
          {requestId}
        </bdi>
        <button type="button" className="audit-only" onClick={() => void copy(requestId)}>
          {t('copy')}
        </button>
      </dd>
      <dt>{t('chain')}</dt>
      <dd>
        {t('chainEntry', { seq })}{' '}
        <bdi className="mono m3" dir="ltr">
          {hash.slice(0, 16)}…
        </bdi>
      </dd>
    </dl>
  )
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.success(auditLogTexts.text('copied'))
}
