import type { Action } from '@parlance/contract/actions'
import { ChevronDown, CircleCheck, ListChecks, RotateCw } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { LoadError } from '../../ui/LoadError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { useLate } from '../../ui/useLate.ts'
import { FromTemplateDialog } from '../agents/FromTemplateDialog.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { useFlags } from '../instance/data/api.ts'
import { pageFlag } from '../instanceSettings/data/api.ts'
import { ChecklistItem } from './ChecklistItem.tsx'
import { checklistApi, type Entry } from './data/api.ts'
import { FixButton } from './FixButton.tsx'
import { type Fix, fixOf } from './fixes.ts'
import { checklistTexts } from './lang/en.ts'
import { type Progress, progressOf } from './progress.ts'
import { useHidden } from './useHidden.ts'
import './checklist.css'

/** The remaining setup steps of the instance, for users who can read its settings. */
export function Checklist() {
  const { held } = useActions()
  const mayRead = useFlags().has(pageFlag) && held.has('InstanceSettingsRead')
  const { data, error, isFetching, refetch } = checklistApi.useGetChecklistQuery(undefined, {
    skip: !mayRead,
    refetchOnMountOrArgChange: true,
  })
  if (!mayRead) return null
  if (data) return <Shown entries={data} again={() => void refetch()} busy={isFetching} />
  if (error)
    return (
      <section className="card checklist">
        <LoadError error={error} retry={() => void refetch()} />
      </section>
    )
  return <Skeleton />
}

interface Props {
  entries: readonly Entry[]
  /** Checks all items again. */
  again: () => void
  busy: boolean
}

function Shown({ entries, again, busy }: Props) {
  const t = checklistTexts.useText()
  const progress = progressOf(entries)
  const { hidden, hide, show } = useHidden(entries)
  const [withModel, setWithModel] = useState<boolean>()
  const lines = (shown: readonly Entry[]) => (
    <Lines shown={shown} entries={entries} fromTemplate={setWithModel} />
  )

  return (
    <>
      {hidden ? (
        <p className="card row checklist-line s13 m2">
          <ListChecks size={16} />
          <span className="grow">{t('hidden')}</span>
          <button type="button" className="btn ghost sm" onClick={show}>
            {t('show')}
          </button>
        </p>
      ) : progress.complete ? (
        <details className="card checklist-line">
          <summary className="row">
            <CircleCheck size={18} className="checklist-all" />
            <span className="grow h4">{t('complete')}</span>
            <span className="s13 m2 num">
              {t('progress', { done: progress.done.length, all: progress.counted })}
            </span>
            <ChevronDown size={16} className="m2" />
          </summary>
          {lines([...progress.left, ...progress.done])}
        </details>
      ) : (
        <Open progress={progress} again={again} busy={busy} hide={hide} lines={lines} />
      )}
      {withModel !== undefined && (
        <FromTemplateDialog withModel={withModel} close={() => setWithModel(undefined)} />
      )}
    </>
  )
}

interface OpenProps extends Omit<Props, 'entries'> {
  progress: Progress
  hide: () => void
  lines: (shown: readonly Entry[]) => ReactNode
}

function Open({ progress, again, busy, hide, lines }: OpenProps) {
  const t = checklistTexts.useText()
  const id = useId()
  const { done, left, counted } = progress
  return (
    <section className="card checklist" aria-labelledby={id}>
      <header className="row checklist-head">
        <div className="grow">
          <h2 className="h3" id={id}>
            {t('title')}
          </h2>
          <p className="s13 m2">{t('intro')}</p>
        </div>
        <div className="checklist-progress">
          <span className="s13 num">{t('progress', { done: done.length, all: counted })}</span>
          <progress aria-hidden value={done.length} max={counted} />
        </div>
        <div className="row">
          <button
            type="button"
            className="ib"
            aria-label={t('checkAgain')}
            title={t('checkAgain')}
            aria-disabled={busy}
            onClick={() => !busy && again()}
          >
            <RotateCw size={16} />
          </button>
          <button type="button" className="btn ghost sm" onClick={hide}>
            {t('hide')}
          </button>
        </div>
      </header>
      {lines(left)}
      {done.length > 0 && (
        <details className="checklist-done">
          <summary className="row s13">
            <ChevronDown size={16} />
            {t('doneItems', { count: done.length })}
          </summary>
          {lines(done)}
        </details>
      )}
    </section>
  )
}

interface LinesProps {
  entries: readonly Entry[]
  shown: readonly Entry[]
  fromTemplate: (withModel: boolean) => void
}

function Lines({ shown, entries, fromTemplate }: LinesProps) {
  const t = checklistTexts.useText()
  const { held } = useActions()
  return (
    <ul>
      {shown.map((entry) => {
        const fix = fixOf(entry, entries, t)
        const button = (describedBy: string) =>
          fix && <FixButton fix={fix} describedBy={describedBy} fromTemplate={fromTemplate} />
        return (
          <ChecklistItem
            key={entry.item}
            entry={entry}
            fix={fix}
            {...(fix && isOffered(fix, entry, held) && { button })}
          />
        )
      })}
    </ul>
  )
}

/**
 * Finished items have no button, except that users with the permission can create another agent from a
 * template.
 */
const isOffered = (fix: Fix, { state }: Entry, held: ReadonlySet<Action>): boolean =>
  state !== 'Done' || (fix.kind === 'Template' && held.has(fix.needs))

const rows = [38, 52, 45]

/** As high as a few rows. Shown only once the wait becomes noticeable. */
function Skeleton() {
  const t = uiTexts.useText()
  const late = useLate()
  return (
    <section
      className="card checklist checklist-blank"
      role="status"
      aria-label={late ? t('loading') : undefined}
    >
      {late &&
        rows.map((percent) => <span key={percent} className="sk" style={{ inlineSize: `${percent}%` }} />)}
    </section>
  )
}
