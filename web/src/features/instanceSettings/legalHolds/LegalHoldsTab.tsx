import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type LegalHold, legalHoldsApi } from '../data/legalHoldsApi.ts'
import { LegalHoldDialog } from './LegalHoldDialog.tsx'
import { legalHoldsTexts } from './lang/en.ts'

/** What must not be deleted, and what no longer is. */
export function LegalHoldsTab({ readOnly }: { readOnly: boolean }) {
  const t = legalHoldsTexts.useText()
  const [shown, setShown] = useState<'inForce' | 'released'>('inForce')
  const [adding, setAdding] = useState(false)
  return (
    <div className="settings-list">
      <p className="m2">{t('intro')}</p>
      <div className="row settings-actions">
        {!readOnly && (
          <button type="button" className="btn pri" onClick={() => setAdding(true)}>
            <Plus size={16} />
            {t('add')}
          </button>
        )}
      </div>
      <ChoiceField
        field="shown"
        label={t('show')}
        quiet
        value={shown}
        options={(['inForce', 'released'] as const).map((key) => ({ key, label: t(key) }))}
        change={setShown}
      />
      <Holds key={shown} released={shown === 'released'} readOnly={readOnly} />
      {adding && (
        <LegalHoldDialog
          close={() => setAdding(false)}
          saved={() => {
            setAdding(false)
            setShown('inForce')
          }}
        />
      )}
    </div>
  )
}

function Holds({ released, readOnly }: { released: boolean; readOnly: boolean }) {
  const t = legalHoldsTexts.useText()
  const query = legalHoldsApi.useListLegalHoldsInfiniteQuery(
    { released },
    { refetchOnMountOrArgChange: true },
  )
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const items = data?.pages.flatMap((page) => page.items)
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <>
      {!items && <ListSkeleton columns={1} cards="list-cards" />}
      {items?.length === 0 && <p className="m3">{t(released ? 'emptyReleased' : 'empty')}</p>}
      {items?.map((one) => (
        <HoldCard key={one.legalHoldId} hold={one} readOnly={readOnly} />
      ))}
      {hasNextPage &&
        (isFetchNextPageError ? (
          <LoadError error={error} retry={() => void fetchNextPage()} />
        ) : (
          <div>
            <button
              type="button"
              className="btn out"
              aria-disabled={isFetchingNextPage}
              onClick={() => !isFetchingNextPage && void fetchNextPage()}
            >
              {t(isFetchingNextPage ? 'loadingMore' : 'more')}
            </button>
          </div>
        ))}
    </>
  )
}

function HoldCard({ hold, readOnly }: { hold: LegalHold; readOnly: boolean }) {
  const t = legalHoldsTexts.useText()
  const { subject, reason, setBy, setAt, releasedBy, releasedAt } = hold
  const name = hold.name ?? t('gone')
  const date = (value: string) => formatDate(value, { dateStyle: 'medium' })
  return (
    <section className="card settings-card" aria-label={name}>
      <div className="row settings-actions">
        <h2 className="h4 wrap grow">
          <bdi>{name}</bdi>
        </h2>
        <span className="chip">{t(`kind.${subject.kind}`)}</span>
      </div>
      <p className="wrap">
        <bdi>{reason}</bdi>
      </p>
      <p className="s13 m3">{t('setBy', { date: date(setAt), name: setBy ?? t('someone') })}</p>
      {releasedAt && (
        <p className="s13 m3">
          {t('releasedBy', { date: date(releasedAt), name: releasedBy ?? t('someone') })}
        </p>
      )}
      {!readOnly && !releasedAt && <Release hold={hold} name={name} />}
    </section>
  )
}

function Release({ hold, name }: { hold: LegalHold; name: string }) {
  const t = legalHoldsTexts.useText()
  const [asking, setAsking] = useState(false)
  const [release, { isLoading, error }] = legalHoldsApi.useReleaseLegalHoldMutation()
  async function confirm() {
    const answer = await release({ legalHoldId: hold.legalHoldId })
    if (!answer.error) toast.success(t('releasedToast', { name }))
  }
  return (
    <div className="row settings-actions">
      <button
        type="button"
        className="btn out"
        aria-label={t('releaseOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('release')}
      </button>
      {asking && (
        <ConfirmDialog
          title={t('releaseTitle', { name })}
          text={t('releaseText')}
          button={t('releaseOf', { name })}
          busy={isLoading}
          error={error}
          confirm={() => void confirm()}
          close={() => setAsking(false)}
        />
      )}
    </div>
  )
}
