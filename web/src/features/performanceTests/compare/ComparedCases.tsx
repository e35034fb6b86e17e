import { useState } from 'react'
import { useAddressParams, withValues } from '../../../ui/addressParams.ts'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { adminTexts } from '../../../ui/admin/lang/en.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import {
  type CaseResult,
  type ComparedCase,
  type ComparedOutcome,
  type Comparison,
  type PerformanceTest,
  testsApi,
} from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { EditCase } from '../results/EditCase.tsx'
import { TagFilter } from '../TagFilter.tsx'
import { useOneOpen } from '../useOneOpen.ts'
import { ComparedItem } from './ComparedItem.tsx'

interface Props {
  test: PerformanceTest
  comparison: Comparison
  cases: readonly ComparedCase[]
  filters: ComparedFilters
  more: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error?: unknown
    fetchNextPage: () => unknown
  }
}

/** The cases of two runs, filtered by outcome and tag, with both answers beside each other. */
export function ComparedCases({ test, comparison, cases, filters, more }: Props) {
  const t = testsTexts.useText()
  const ofLists = adminTexts.useText()
  const { performanceTestId } = test
  const { outcome, tag, choose } = filters
  const { data: tags = [] } = testsApi.useListTestedTagsQuery({
    performanceTestId,
    testVersion: comparison.right.testVersion,
  })
  const [view, setView] = useState<'marked' | 'formatted'>('marked')
  const [accepting, accept] = useState<CaseResult>()
  const { open, toggle, list, onKeyDown } = useOneOpen()
  const isFiltered = outcome !== undefined || tag !== ''
  return (
    <section aria-label={t('cases')} className="results">
      <div className="row results-head">
        <h2 className="h3 grow">{t('cases')}</h2>
        <div className="row results-filters">
          <ChoiceField
            field="view"
            label={t('answersAs')}
            quiet
            value={view}
            options={[
              { key: 'marked', label: t('asMarked') },
              { key: 'formatted', label: t('asFormatted') },
            ]}
            change={setView}
          />
          <TagFilter tags={tags} tag={tag} choose={(chosen) => choose({ outcome, tag: chosen })} />
        </div>
      </div>
      <Outcomes
        counts={comparison.counts}
        outcome={outcome}
        choose={(chosen) => choose({ outcome: chosen, tag })}
      />
      {cases.length > 0 ? (
        <>
          <p className="hint results-keys">{t('keysHint')}</p>
          <ul className="result-list" ref={list} onKeyDown={onKeyDown} aria-label={t('cases')}>
            {cases.map((one) => (
              <li key={one.caseId} className="card result">
                <ComparedItem
                  one={one}
                  view={view}
                  isOpen={open === one.caseId}
                  toggle={() => toggle(one.caseId)}
                  accept={test.mayEdit ? accept : undefined}
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div className="state list-state">
          <p>{t(isFiltered ? 'comparedNone' : 'comparedNoneYet')}</p>
          {isFiltered && (
            <button type="button" className="btn ghost sm" onClick={() => choose({})}>
              {t('clearFilters')}
            </button>
          )}
        </div>
      )}
      {more.isFetchNextPageError && <LoadError error={more.error} retry={() => void more.fetchNextPage()} />}
      {more.hasNextPage && !more.isFetchNextPageError && (
        <button
          type="button"
          className="btn ghost list-more"
          aria-disabled={more.isFetchingNextPage}
          onClick={() => !more.isFetchingNextPage && void more.fetchNextPage()}
        >
          {ofLists('more')}
        </button>
      )}
      {accepting && (
        <EditCase
          test={test}
          caseId={accepting.caseId}
          accepted={accepting}
          close={() => accept(undefined)}
        />
      )}
    </section>
  )
}

const outcomes = ['Worse', 'Improved', 'Unchanged', 'Changed', 'Missing'] as const

interface Chosen {
  outcome?: ComparedOutcome | undefined
  tag?: string
}

export interface ComparedFilters {
  outcome: ComparedOutcome | undefined
  tag: string
  choose: (chosen: Chosen) => void
}

/** The filters, in the URL. */
export function useComparedFilters(): ComparedFilters {
  const [params, changeParams] = useAddressParams()
  const given = params.get('outcome')
  return {
    outcome: outcomes.find((one) => one === given),
    tag: params.get('tag') ?? '',
    choose: (chosen) =>
      changeParams((now) => withValues(now, { outcome: chosen.outcome, tag: chosen.tag || undefined })),
  }
}

interface OutcomesProps {
  counts: Comparison['counts']
  outcome: ComparedOutcome | undefined
  choose: (outcome: ComparedOutcome | undefined) => void
}

/** Filters by outcome, and says how many cases have each. */
function Outcomes({ counts, outcome, choose }: OutcomesProps) {
  const t = testsTexts.useText()
  const total = outcomes.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  // The two that are rare aren’t offered if no case has them.
  const offered = outcomes.filter(
    (one) => (one !== 'Changed' && one !== 'Missing') || one === outcome || (counts[one] ?? 0) > 0,
  )
  return (
    <div className="compare-outcomes">
      <ChoiceField
        field="outcome"
        label={t('outcome')}
        quiet
        value={outcome ?? 'all'}
        options={[
          { key: 'all', label: t('outcomeCount', { outcome: t('outcome.all'), count: total }) },
          ...offered.map((key) => ({
            key,
            label: t('outcomeCount', { outcome: t(`compared.${key}`), count: counts[key] ?? 0 }),
          })),
        ]}
        change={(key) => choose(key === 'all' ? undefined : key)}
      />
    </div>
  )
}
