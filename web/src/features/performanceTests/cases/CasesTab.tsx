import {
  Eye,
  FileSearch,
  ListChecks,
  MessageCircleQuestion,
  Pencil,
  Plus,
  Trash2,
  Upload,
} from 'lucide-react'
import { useState } from 'react'
import { useAddressParams, withValues } from '../../../ui/addressParams.ts'
import { AdminList } from '../../../ui/admin/AdminList.tsx'
import { bulkRemoval } from '../../../ui/admin/bulkRemoval.ts'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import type { BulkAction, Filters } from '../../../ui/admin/listShape.ts'
import type { RowAction } from '../../../ui/admin/RowMenu.tsx'
import { useListAddress } from '../../../ui/admin/useListAddress.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import {
  type Candidate,
  type CandidateOrigin,
  type PerformanceTest,
  type TestCase,
  testsApi,
} from '../data/api.ts'
import { GenerateCases } from '../generating/GenerateCases.tsx'
import { generatingTexts } from '../generating/lang/en.ts'
import { ImportDialog } from '../importing/ImportDialog.tsx'
import { testsTexts } from '../lang/en.ts'
import { TagFilter } from '../TagFilter.tsx'
import { CandidateCase } from './CandidateCase.tsx'
import { CandidatesDialog } from './CandidatesDialog.tsx'
import { CaseDialog } from './CaseDialog.tsx'
import { caseColumns } from './caseColumns.tsx'
import { ExportButton } from './ExportButton.tsx'
import { RemoveCaseDialog } from './RemoveCaseDialog.tsx'

type Shown =
  | { kind: 'edit' | 'remove'; one: TestCase }
  | { kind: 'new' | 'import' | 'generate' }
  | { kind: 'candidates'; origin: CandidateOrigin }
  | { kind: 'candidate'; candidate: Candidate }
  | null

/** The cases of a test, and what can be done with them. */
export function CasesTab({ test }: { test: PerformanceTest }) {
  const t = testsTexts.useText()
  const ofGenerating = generatingTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { performanceTestId, mayEdit, cases } = test
  const control = useListAddress(['ordinal'], 'ordinal')
  const [tag, chooseTag] = useTag()
  const query = testsApi.useListCasesInfiniteQuery(
    { performanceTestId, search: control.search, tag },
    { refetchOnMountOrArgChange: true },
  )
  const tags = query.data?.pages[0]?.tags ?? []
  const [shown, setShown] = useState<Shown>(null)
  const close = () => setShown(null)
  const edit = (one: TestCase) => setShown({ kind: 'edit', one })
  const actionsOf = (one: TestCase): RowAction[] => [
    {
      key: 'edit',
      label: t(mayEdit ? 'editCase' : 'viewCase'),
      Icon: mayEdit ? Pencil : Eye,
      act: () => edit(one),
    },
    ...(mayEdit
      ? [
          {
            key: 'remove',
            label: t('removeCase'),
            Icon: Trash2,
            danger: true,
            act: () => setShown({ kind: 'remove', one }),
          },
        ]
      : []),
  ]
  const bulk = useBulkRemoval(performanceTestId)
  const buttons = mayEdit && (
    <>
      <button type="button" className="btn out sm" onClick={() => setShown({ kind: 'import' })}>
        <Upload size={14} />
        {t('import')}
      </button>
      <button
        type="button"
        className="btn out sm"
        onClick={() => setShown({ kind: 'candidates', origin: 'Feedback' })}
      >
        <MessageCircleQuestion size={14} />
        {t('fromQuestions')}
      </button>
      <button type="button" className="btn out sm" onClick={() => setShown({ kind: 'generate' })}>
        <FileSearch size={14} />
        {ofGenerating('fromFiles')}
      </button>
      <button type="button" className="btn soft sm" onClick={() => setShown({ kind: 'new' })}>
        <Plus size={14} />
        {t('addCase')}
      </button>
    </>
  )
  return (
    <>
      {!mayEdit && (
        <p className="strip info test-strip">{t('readOnly', { action: fullNameOf('AnalyticsCreate') })}</p>
      )}
      {cases > 0 && (
        <div className="row case-tools">
          <ExportButton test={test} />
          {buttons}
        </div>
      )}
      <AdminList
        caption={t('cases')}
        searchLabel={t('searchCases')}
        columns={caseColumns(t, edit)}
        control={control}
        query={query}
        keyOf={({ caseId }) => caseId}
        nameOf={({ question }) => question}
        actionsOf={actionsOf}
        bulk={mayEdit ? bulk : []}
        filters={tagFilter(tags, tag, chooseTag)}
        empty={
          <EmptyList Icon={ListChecks} text={t(mayEdit ? 'casesEmpty' : 'casesEmptyReadOnly')}>
            {mayEdit && <div className="row test-actions">{buttons}</div>}
          </EmptyList>
        }
      />
      {shown?.kind === 'new' && <NewCases {...{ test, tags, close }} />}
      {shown?.kind === 'edit' && <CaseDialog {...{ test, tags, close }} one={shown.one} />}
      {shown?.kind === 'remove' && <RemoveCaseDialog {...{ performanceTestId, close }} one={shown.one} />}
      {shown?.kind === 'candidates' && (
        <CandidatesDialog
          {...{ performanceTestId, close }}
          origin={shown.origin}
          choose={(origin) => setShown({ kind: 'candidates', origin })}
          create={(candidate) => setShown({ kind: 'candidate', candidate })}
        />
      )}
      {shown?.kind === 'candidate' && (
        <CandidateCase
          {...{ test, tags }}
          candidate={shown.candidate}
          close={() => setShown({ kind: 'candidates', origin: shown.candidate.origin })}
        />
      )}
      {shown?.kind === 'generate' && <GenerateCases {...{ test, tags, close }} />}
      {shown?.kind === 'import' && <ImportDialog {...{ performanceTestId, close }} />}
    </>
  )
}

interface NewProps {
  test: PerformanceTest
  tags: readonly string[]
  close: () => void
}

/** Forms for new cases, one after another as long as the user goes on. */
function NewCases(props: NewProps) {
  const [count, setCount] = useState(0)
  return <CaseDialog key={count} {...props} one={undefined} again={() => setCount(count + 1)} />
}

function useTag(): [string, (tag: string) => void] {
  const [params, changeParams] = useAddressParams()
  return [params.get('tag') ?? '', (tag) => changeParams((now) => withValues(now, { tag: tag || undefined }))]
}

function tagFilter(tags: readonly string[], tag: string, choose: (tag: string) => void): Filters {
  return {
    on: tag !== '',
    clear: () => choose(''),
    fields: <TagFilter tags={tags} tag={tag} choose={choose} />,
  }
}

function useBulkRemoval(performanceTestId: string): BulkAction<TestCase>[] {
  const t = testsTexts.useText()
  const [remove] = testsApi.useRemoveCaseMutation()
  const words = {
    remove: 'removeCase',
    removeMany: 'removeMany',
    removeText: 'removeCaseText',
    removeManyButton: 'removeManyButton',
  } as const
  return [
    bulkRemoval(
      (key, values) => t(words[key], values),
      ({ caseId }: TestCase) => remove({ performanceTestId, caseId }),
    ),
  ]
}
