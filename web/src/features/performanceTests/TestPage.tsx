import { FlaskConical, Play } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import { problemOf } from '../../session/http.ts'
import { useAddressParams, withValues } from '../../ui/addressParams.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { RecordWait } from '../../ui/admin/RecordWait.tsx'
import { type Tab, Tabs } from '../../ui/admin/Tabs.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { testsOfAgentPath } from '../agentManagement/data/agentPaths.ts'
import { screenTitle } from '../frame/screens.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { CasesTab } from './cases/CasesTab.tsx'
import { type PerformanceTest, testsApi } from './data/api.ts'
import { testsPath } from './data/testPaths.ts'
import { EditTestDialog } from './EditTestDialog.tsx'
import { testsTexts } from './lang/en.ts'
import { RemoveTestDialog } from './RemoveTestDialog.tsx'
import { RunDialog } from './runs/RunDialog.tsx'
import { RunsTab } from './runs/RunsTab.tsx'
import { percentText } from './scoreText.ts'
import './performanceTests.css'

/** /admin/performanceTests/{performanceTestId}/edit: a test with its cases and runs. */
export function TestPage() {
  const { performanceTestId = '' } = useParams()
  const { currentData, error, refetch } = testsApi.useGetPerformanceTestQuery(
    { performanceTestId },
    { refetchOnMountOrArgChange: true },
  )
  usePageTitle(currentData?.name ?? screenTitle('performanceTests'))
  if (!currentData || isMissing(error)) return <TestWait error={error} retry={refetch} />
  return <LoadedTest key={performanceTestId} test={currentData} />
}

const isMissing = (error: unknown): boolean =>
  problemOf(error)?.code === 'performanceTest.notFound' || problemOf(error)?.code === 'request.invalid'

/** Shown in place of a test while it loads, if loading fails, or if it doesn’t exist. */
export function TestWait({ error, retry }: { error: unknown; retry: () => void }) {
  const t = testsTexts.useText()
  const title = screenTitle('performanceTests')
  return (
    <RecordWait
      title={title}
      parent={{ title, path: testsPath }}
      Icon={FlaskConical}
      error={error}
      missing={isMissing(error)}
      texts={{ missing: t('missing'), back: t('toTests') }}
      retry={retry}
    />
  )
}

function LoadedTest({ test }: { test: PerformanceTest }) {
  const t = testsTexts.useText()
  const navigate = useNavigateIfHere()
  const { name, mayOpen, mayRun, mayChange } = test
  const [shown, setShown] = useState<'edit' | 'remove' | 'run' | null>(null)
  const [tab, chooseTab] = useTab(mayOpen)
  const panel = useId()
  const close = () => setShown(null)
  const run = mayRun ? () => setShown('run') : undefined
  const tabs: Tab<TabKey>[] = [
    { key: 'cases', label: t('cases') },
    { key: 'runs', label: t('runs') },
  ]
  return (
    <div className="page tests">
      <PageHead
        title={name}
        parent={{ title: screenTitle('performanceTests'), path: testsPath }}
        intro={<AboutTest test={test} />}
      >
        <div className="row test-actions">
          {mayChange && (
            <>
              <button type="button" className="btn ghost" onClick={() => setShown('remove')}>
                {t('removeTest')}
              </button>
              <button type="button" className="btn out" onClick={() => setShown('edit')}>
                {t('edit')}
              </button>
            </>
          )}
          {run && (
            <button type="button" className="btn pri" onClick={run}>
              <Play size={16} />
              {t('run')}
            </button>
          )}
        </div>
      </PageHead>
      <div className="page-body">
        {mayOpen ? (
          <>
            <Tabs label={t('parts')} tabs={tabs} current={tab} choose={chooseTab} panel={panel} />
            <div id={panel} role="tabpanel" aria-label={t(tab)} className="test-panel">
              {tab === 'cases' ? <CasesTab test={test} /> : <RunsTab test={test} run={run} />}
            </div>
          </>
        ) : (
          <>
            <Unreadable text="unreadable" />
            <RunsTab test={test} run={run} />
          </>
        )}
      </div>
      {shown === 'edit' && <EditTestDialog test={test} close={close} />}
      {shown === 'remove' && (
        <RemoveTestDialog test={test} close={close} removed={() => void navigate(testsPath)} />
      )}
      {shown === 'run' && <RunDialog test={test} close={close} />}
    </div>
  )
}

type TabKey = 'cases' | 'runs'

/** The tab in the URL. Users who can’t see cases have only the runs. */
function useTab(mayOpen: boolean): [TabKey, (tab: TabKey) => void] {
  const [params, changeParams] = useAddressParams()
  const tab = !mayOpen || params.get('tab') === 'runs' ? 'runs' : 'cases'
  // The search and the filter are those of the other tab.
  const choose = (next: TabKey) =>
    changeParams((now) =>
      withValues(now, { tab: next === 'runs' ? 'runs' : undefined, search: undefined, tag: undefined }),
    )
  return [tab, choose]
}

/** Which agent a test asks, and from which score a run passes. */
function AboutTest({ test: { gptSystemId, agentName, passPercent, mayOpen } }: { test: PerformanceTest }) {
  const t = testsTexts.useText()
  const name = useAgentName()(agentName)
  const [before, after] = t('ofAgent', { agent: '\u0000', percent: percentText(passPercent) }).split('\u0000')
  return (
    <p>
      {before}
      {mayOpen ? (
        <Link to={testsOfAgentPath(gptSystemId)}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {after}
    </p>
  )
}

/** Says that cases or answers can’t be seen, and the permission that shows them. */
export function Unreadable({ text }: { text: 'unreadable' | 'resultsUnreadable' }) {
  const t = testsTexts.useText()
  const { fullNameOf } = usePermissionNames()
  return (
    <p className="strip info test-strip">{t(text, { action: fullNameOf('GptSystemConfigurationsRead') })}</p>
  )
}
