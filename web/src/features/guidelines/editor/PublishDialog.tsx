import { limits } from '@parlance/contract/limits'
import { useId, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { formatMoment } from '../../../lang/format.ts'
import { newId } from '../../../session/http.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { toast } from '../../../ui/toast.tsx'
import { fromLocal, timeZone } from '../../policyText/localTimes.ts'
import { type GuidelinesDocument, type GuidelinesEffect, guidelinesApi } from '../data/api.ts'
import { effectSentences } from '../effectSentences.ts'
import { guidelinesTexts } from '../lang/en.ts'

interface Props {
  document: GuidelinesDocument
  /** The hash of the draft that the page showed when the dialog was opened. Nothing else is published. */
  draftHash: string
  close: () => void
}

/** The dialog before publishing: what happens, when, and a note for the list of versions. */
export function PublishDialog({ document, draftHash, close }: Props) {
  const { guidelinesDocumentId, requireConsent, upcomingVersion } = document
  const dispatch = useDispatch<ApiDispatch>()
  const t = guidelinesTexts.useText()
  const id = useId()
  const effect = guidelinesApi.usePreviewPublishingQuery(
    { guidelinesDocumentId },
    { refetchOnMountOrArgChange: true },
  )
  const { currentData: preview, isFetching } = effect
  const [publish, { isLoading, error }] = guidelinesApi.usePublishVersionMutation()
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [at, setAt] = useState('')
  const [note, setNote] = useState('')
  const [tried, attempt] = useState(false)
  const intent = useRef({ of: '', key: '' })
  const effectiveAt = when === 'later' ? fromLocal(at) : null
  const wrong =
    when === 'now'
      ? undefined
      : effectiveAt === null
        ? t('dateRequired')
        : Date.parse(effectiveAt) <= Date.now()
          ? t('datePast')
          : undefined
  const shown = tried ? wrong : undefined

  const isOther = preview !== undefined && preview.draftHash !== draftHash

  function leave() {
    // So that the page shows what someone else has changed.
    const tags = [{ type: 'GuidelinesDocument', id: guidelinesDocumentId }]
    if (isOther) dispatch(api.util.invalidateTags(tags as Parameters<typeof api.util.invalidateTags>[0]))
    close()
  }

  async function confirm({ version }: GuidelinesEffect) {
    attempt(true)
    if (wrong) return
    const input = { guidelinesDocumentId, effectiveAt, note: note.trim(), draftHash }
    const of = JSON.stringify(input)
    // One idempotency key per content, so a retry doesn’t publish twice.
    if (intent.current.of !== of) intent.current = { of, key: newId() }
    const answer = await publish({ ...input, key: intent.current.key })
    // Someone else can have changed the draft, which the effect then shows.
    if (answer.error) return void effect.refetch()
    toast.success(t('published', { version }))
    close()
  }

  return (
    <ConfirmDialog
      title={
        preview && preview.version > 1 ? t('publishTitle', { version: preview.version }) : t('publishFirst')
      }
      text={t('publishText')}
      button={t('publishButton', { version: preview?.version ?? 1 })}
      danger={false}
      wide
      dirty={note.trim() !== '' || at !== ''}
      busy={isLoading || isFetching}
      error={error ?? effect.error}
      confirm={preview && !isOther ? () => void confirm(preview) : undefined}
      close={leave}
    >
      {isOther && (
        <p role="alert" className="strip e">
          {t('draftChanged')}
        </p>
      )}
      {preview && (
        <section className="guidelines-effect" aria-label={t('effect')}>
          <h3 className="h4">{t('effect')}</h3>
          {effectSentences(preview, requireConsent, t).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {upcomingVersion && (
            <p>
              {t('effectUpcoming', {
                version: upcomingVersion.version,
                when: formatMoment(upcomingVersion.effectiveAt),
              })}
            </p>
          )}
        </section>
      )}
      <ChoiceField
        field="when"
        label={t('effectiveWhen')}
        value={when}
        change={setWhen}
        options={[
          { key: 'now', label: t('effectiveNow') },
          { key: 'later', label: t('effectiveLater') },
        ]}
      />
      {when === 'later' && (
        <FieldFrame
          id={`${id}-at`}
          field="effectiveAt"
          label={t('effectiveAt')}
          hint={t('zone', { zone: timeZone() })}
          error={shown}
        >
          <input
            id={`${id}-at`}
            type="datetime-local"
            className="in num"
            value={at}
            {...described(`${id}-at`, true, shown)}
            onChange={({ target }) => setAt(target.value)}
          />
        </FieldFrame>
      )}
      <FieldFrame id={`${id}-note`} field="note" label={t('note')} hint={t('noteHint')}>
        <textarea
          id={`${id}-note`}
          className="in"
          dir="auto"
          rows={2}
          maxLength={limits.guidelinesNote}
          value={note}
          aria-describedby={`${id}-note-hint`}
          onChange={(event) => setNote(event.target.value)}
        />
      </FieldFrame>
    </ConfirmDialog>
  )
}
