import { useEffect, useRef, useState } from 'react'
import { useAddressParams, withValues } from '../../../ui/addressParams.ts'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { adminTexts } from '../../../ui/admin/lang/en.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { type CaseResult, type Outcome, type PerformanceTest, type Run, testsApi } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { isInProgress } from '../scoreText.ts'
import { TagFilter } from '../TagFilter.tsx'
import { useOneOpen } from '../useOneOpen.ts'
import { EditCase } from './EditCase.tsx'
import { ResultItem } from './ResultItem.tsx'
import '../../../ui/admin/edit.css'
import '../../../ui/admin/list.css'

interface Props {
  test: PerformanceTest
  run: Run
}

/** So many pages are loaded again while answers arrive. Later ones wait for the end of the run. */
const FOLLOWED_PAGES = 2

/** The answers of a run with what was checked, filtered by outcome and tag. */
export function Results({ test, run }: Props) {
  const t = testsTexts.useText()
  const ofLists = adminTexts.useText()
  const { performanceTestId, runId } = run
  const { outcome, tag, choose } = useFilters()
  const query = testsApi.useListResultsInfiniteQuery(
    { performanceTestId, runId, outcome, tag },
    { refetchOnMountOrArgChange: true },
  )
  useGrowing(query, run)
  const [editing, edit] = useState<string>()
  const results = query.currentData?.pages.flatMap(({ items }) => items)
  return (
    <section aria-label={t('results')} className="results">
      <div className="row results-head">
        <h2 className="h3 grow">{t('results')}</h2>
        <Filters run={run} outcome={outcome} tag={tag} choose={choose} />
      </div>
      {results && results.length > 0 ? (
        <ResultList results={results} run={run} test={test} edit={edit} />
      ) : results ? (
        <NoResults isFiltered={outcome !== undefined || tag !== ''} run={run} clear={() => choose({})} />
      ) : query.error ? (
        <LoadError error={query.error} retry={query.refetch} />
      ) : (
        <ListSkeleton columns={2} />
      )}
      {query.isFetchNextPageError && <LoadError error={query.error} retry={query.fetchNextPage} />}
      {query.hasNextPage && results && !query.isFetchNextPageError && (
        <button
          type="button"
          className="btn ghost list-more"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        >
          {ofLists('more')}
        </button>
      )}
      {editing && <EditCase test={test} caseId={editing} close={() => edit(undefined)} />}
    </section>
  )
}

/** Loads the results again when there are more answers. */
function useGrowing(
  { data, refetch }: { data?: { pages: unknown[] } | undefined; refetch: () => unknown },
  run: Run,
): void {
  const shown = useRef(run.done)
  const pages = data?.pages.length ?? 0
  const working = isInProgress(run)
  useEffect(() => {
    if (shown.current === run.done || (working && pages > FOLLOWED_PAGES)) return
    shown.current = run.done
    refetch()
  }, [run.done, working, pages, refetch])
}

const outcomes = ['all', 'Passed', 'Failed', 'Broken'] as const

interface Chosen {
  outcome?: Outcome | undefined
  tag?: string
}

/** The filters, in the URL. */
function useFilters() {
  const [params, changeParams] = useAddressParams()
  const given = params.get('outcome')
  const outcome = outcomes.find((one): one is Outcome => one !== 'all' && one === given)
  const tag = params.get('tag') ?? ''
  const choose = (chosen: Chosen) =>
    changeParams((now) => withValues(now, { outcome: chosen.outcome, tag: chosen.tag || undefined }))
  return { outcome, tag, choose }
}

interface FilterProps {
  run: Run
  outcome: Outcome | undefined
  tag: string
  choose: (chosen: Chosen) => void
}

function Filters({ run: { performanceTestId, testVersion }, outcome, tag, choose }: FilterProps) {
  const t = testsTexts.useText()
  const { data: tags = [] } = testsApi.useListTestedTagsQuery({ performanceTestId, testVersion })
  return (
    <div className="row results-filters">
      <ChoiceField
        field="outcome"
        label={t('outcome')}
        quiet
        value={outcome ?? 'all'}
        options={outcomes.map((key) => ({ key, label: t(`outcome.${key}`) }))}
        change={(key) => choose({ outcome: key === 'all' ? undefined : key, tag })}
      />
      <TagFilter tags={tags} tag={tag} choose={(chosen) => choose({ outcome, tag: chosen })} />
    </div>
  )
}

function NoResults({ isFiltered, run, clear }: { isFiltered: boolean; run: Run; clear: () => void }) {
  const t = testsTexts.useText()
  return (
    <div className="state list-state">
      <p>{t(isFiltered ? 'resultsNone' : isInProgress(run) ? 'resultsWaiting' : 'resultsNoneYet')}</p>
      {isFiltered && (
        <button type="button" className="btn ghost sm" onClick={clear}>
          {t('clearFilters')}
        </button>
      )}
    </div>
  )
}

interface ListProps extends Props {
  results: readonly CaseResult[]
  edit: (caseId: string) => void
}

const keyOf = ({ caseId, repeat }: CaseResult) => `${caseId} ${repeat}`

/** One result is open at a time. With it open, the arrow keys open the next one instead. */
function ResultList({ results, run, test, edit }: ListProps) {
  const t = testsTexts.useText()
  const { open, toggle, list, onKeyDown } = useOneOpen()
  return (
    <>
      <p className="hint results-keys">{t('keysHint')}</p>
      <ul className="result-list" ref={list} onKeyDown={onKeyDown} aria-label={t('results')}>
        {results.map((result) => {
          const key = keyOf(result)
          return (
            <li key={key} className="card result">
              <ResultItem
                id={key}
                result={result}
                isRepeated={run.repeats > 1}
                isOpen={open === key}
                toggle={() => toggle(key)}
                edit={test.mayEdit ? () => edit(result.caseId) : undefined}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
