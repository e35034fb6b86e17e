import { ExternalLink, FlaskConical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AdminList } from '../../ui/admin/AdminList.tsx'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import type { Filters } from '../../ui/admin/listShape.ts'
import type { RowAction } from '../../ui/admin/RowMenu.tsx'
import { useListAddress } from '../../ui/admin/useListAddress.ts'
import { useAgentName } from '../../ui/agentName.ts'
import { useNavigateNow } from '../../ui/navigate.ts'
import { screenTitle } from '../frame/screens.ts'
import { type PerformanceTest, testsApi } from './data/api.ts'
import { testPath } from './data/testPaths.ts'
import { testsTexts } from './lang/en.ts'
import { RemoveTestDialog } from './RemoveTestDialog.tsx'
import { testColumns } from './testColumns.tsx'
import './performanceTests.css'

interface Props {
  /** Lists only the tests of this agent. */
  gptSystemId: string | undefined
  /** Without it, the list is that of one agent, and doesn’t name it. */
  filters?: Filters
  /** Opens the form for a new test. Undefined if the user can’t create one. */
  create: (() => void) | undefined
}

/** The performance tests of one agent or all, with the score of their last run. */
export function TestList({ gptSystemId, filters, create }: Props) {
  const t = testsTexts.useText()
  const named = useAgentName()
  const control = useListAddress(['name'], 'name')
  const query = testsApi.useListPerformanceTestsInfiniteQuery(
    { search: control.search, gptSystemId },
    { refetchOnMountOrArgChange: true },
  )
  const [removing, setRemoving] = useState<PerformanceTest>()
  const actionsOf = useRowActions(setRemoving)
  const ofOne = filters === undefined
  const empty = create ? (ofOne ? 'emptyOfAgent' : 'empty') : 'emptyReadOnly'
  return (
    <>
      <AdminList
        caption={screenTitle('performanceTests')}
        searchLabel={t('search')}
        columns={testColumns(t, ofOne ? null : named)}
        control={control}
        query={query}
        keyOf={({ performanceTestId }) => performanceTestId}
        nameOf={({ name }) => name}
        actionsOf={actionsOf}
        {...(filters && { filters })}
        empty={
          <EmptyList Icon={FlaskConical} text={t(empty)}>
            {create && (
              <button type="button" className="btn soft sm" onClick={create}>
                {t('newTest')}
              </button>
            )}
          </EmptyList>
        }
      />
      {removing && <RemoveTestDialog test={removing} close={() => setRemoving(undefined)} />}
    </>
  )
}

function useRowActions(remove: (test: PerformanceTest) => void) {
  const t = testsTexts.useText()
  const navigate = useNavigateNow()
  return (test: PerformanceTest): RowAction[] => [
    {
      key: 'open',
      label: t('open'),
      Icon: ExternalLink,
      act: () => void navigate(testPath(test.performanceTestId)),
    },
    ...(test.mayChange
      ? [{ key: 'remove', label: t('remove'), Icon: Trash2, danger: true, act: () => remove(test) }]
      : []),
  ]
}
