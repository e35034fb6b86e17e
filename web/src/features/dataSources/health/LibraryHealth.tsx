import { useEffect, useId, useRef } from 'react'
import { useReload } from '../../../api/useReload.ts'
import { formatBytes, formatDate, formatMoment, formatNumber } from '../../../lang/format.ts'
import { errorText } from '../../../ui/errorText.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useChangesInTurn } from '../../../ui/useChangesInTurn.ts'
import { type DataSource, dataSourcesApi, hasWork } from '../data/api.ts'
import { dataSourcesTexts } from '../lang/en.ts'
import { changedIn, countOf, kinds, type Narrowing } from './narrowing.ts'

const periods = [1, 7, 30, 90]
const reviewPeriods = [30, 90, 180, 365, 730]

interface Props {
  library: DataSource
  narrowing: Narrowing
  narrow: (to: Narrowing) => void
}

/** How large a library is, and which of its files need attention. Each figure shows its files in the list. */
export function LibraryHealth({ library, narrowing, narrow }: Props) {
  const t = dataSourcesTexts.useText()
  const id = useId()
  const { dataSourceId, mayWrite } = library
  const query = dataSourcesApi.useGetHealthQuery({ dataSourceId }, { refetchOnMountOrArgChange: true })
  const { data, error, refetch } = query
  const reload = useReload(query)
  const isWorking = hasWork(library)
  const wasWorking = useRef(isWorking)
  useEffect(() => {
    // The figures of files that were just read are known only now.
    if (wasWorking.current && !isWorking) reload()
    wasWorking.current = isWorking
  }, [isWorking, reload])
  return (
    <section className="library-health" aria-labelledby={`${id}title`}>
      <h2 className="h4" id={`${id}title`}>
        {t('health')}
      </h2>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <dl className="facts">
            {[
              [t('healthSize'), formatBytes(data.size)],
              [t('healthTokens'), t('healthTokensAbout', { tokens: formatNumber(data.tokens) })],
              [t('healthIndexed'), data.lastIndexedAt ? formatMoment(data.lastIndexedAt) : t('healthNever')],
            ].map(([name, value]) => (
              <div key={name} className="row">
                <dt className="m2 grow">{name}</dt>
                <dd className="num">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          <div className="col health-kinds">
            {kinds.map((kind) => (
              <button
                key={kind}
                type="button"
                className="btn ghost sm row"
                aria-pressed={narrowing.health === kind}
                onClick={() => narrow({ ...narrowing, health: narrowing.health === kind ? undefined : kind })}
              >
                <span className="grow">{t(`health${kind}`)}</span>
                <span className="num m3">{formatNumber(countOf[kind](data))}</span>
              </button>
            ))}
          </div>
          <p className="hint">
            {t('healthCountedSince', {
              date: formatDate(data.citationsCountedSince, { dateStyle: 'medium' }),
            })}
          </p>
          {data.notCompared > 0 && (
            <p className="hint">{t('healthNotCompared', { count: data.notCompared })}</p>
          )}
        </>
      )}
      <div className="field">
        <label htmlFor={`${id}changed`}>{t('changedSince')}</label>
        <select
          id={`${id}changed`}
          className="in"
          value={narrowing.changed?.days ?? 0}
          onChange={({ target }) => {
            const days = Number(target.value)
            narrow({ ...narrowing, changed: days === 0 ? undefined : changedIn(days) })
          }}
        >
          <option value={0}>{t('changedAny')}</option>
          {periods.map((days) => (
            <option key={days} value={days}>
              {t('changedDays', { count: days })}
            </option>
          ))}
        </select>
      </div>
      {mayWrite && <ReviewPeriod library={library} />}
    </section>
  )
}

/** After how long without a new version a file is outdated. */
function ReviewPeriod({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const id = useId()
  const inTurn = useChangesInTurn(library)
  const [update] = dataSourcesApi.useUpdateLibraryMutation()
  const { reviewAfterDays } = library
  const options = reviewPeriods.includes(reviewAfterDays)
    ? reviewPeriods
    : [...reviewPeriods, reviewAfterDays].sort((a, b) => a - b)

  async function change(days: number) {
    const { error } = await inTurn(({ dataSourceId, version }) =>
      update({ fileLibraryId: dataSourceId, version, reviewAfterDays: days }),
    )
    if (error) toast.error(errorText(error))
  }

  return (
    <div className="field" data-field="reviewAfterDays">
      <label htmlFor={id}>{t('reviewAfter')}</label>
      <select
        id={id}
        className="in"
        value={reviewAfterDays}
        onChange={({ target }) => void change(Number(target.value))}
      >
        {options.map((days) => (
          <option key={days} value={days}>
            {t('days', { count: days })}
          </option>
        ))}
      </select>
    </div>
  )
}
