import { FlaskConical } from 'lucide-react'
import { useParams } from 'react-router'
import { formatMoment } from '../../../lang/format.ts'
import { problemOf } from '../../../session/http.ts'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { testsOfAgentPath } from '../../agentManagement/data/agentPaths.ts'
import { screenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { type InjectionReport, injectionsApi } from '../data/injectionsApi.ts'
import { isInProgress } from '../scoreText.ts'
import { InjectionCases } from './InjectionCases.tsx'
import { InjectionProgress } from './InjectionProgress.tsx'
import { InjectionTables } from './InjectionTables.tsx'
import { InjectionWords } from './InjectionWords.tsx'
import { injectionTexts } from './lang/en.ts'
import { useInjectionRun } from './useInjectionRun.ts'
import '../performanceTests.css'
import './injections.css'

/** /admin/performanceTests/injections/{gptSystemId}/{runId}: a run of an agent’s test for prompt injection. */
export function InjectionRunPage() {
  const { gptSystemId = '', runId = '' } = useParams()
  const t = injectionTexts.useText()
  const { currentData, error, refetch } = useInjectionRun(gptSystemId, runId)
  const title = currentData ? t('runOf', { date: formatMoment(currentData.startedAt) }) : t('title')
  usePageTitle(title)
  const isMissing = /notFound|request\.invalid/.test(problemOf(error)?.code ?? '')
  const parent = { title: screenTitle('performanceTests'), path: testsOfAgentPath(gptSystemId) }
  if (!currentData || isMissing)
    return (
      <RecordWait
        title={t('title')}
        parent={parent}
        Icon={FlaskConical}
        error={error}
        missing={isMissing}
        texts={{ missing: t('missing'), back: t('back') }}
        retry={refetch}
      />
    )
  return (
    <div className="page tests">
      <PageHead title={title} parent={parent} intro={<p>{t('intro')}</p>} />
      <div className="page-body injection-page">
        <LoadedRun key={runId} gptSystemId={gptSystemId} report={currentData} />
      </div>
    </div>
  )
}

function LoadedRun({ gptSystemId, report }: { gptSystemId: string; report: InjectionReport }) {
  const t = injectionTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { data: test } = injectionsApi.useGetInjectionTestQuery({ gptSystemId })
  return (
    <>
      {isInProgress(report) && (
        <InjectionProgress gptSystemId={gptSystemId} run={report} mayRun={test?.mayRun === true} />
      )}
      {!isInProgress(report) && <InjectionWords report={report} />}
      {!report.isCurrent && <p className="strip info">{t('oldCases')}</p>}
      <InjectionTables report={report} />
      {test?.mayOpen === false ? (
        <p className="strip info">{t('unreadable', { action: fullNameOf('GptSystemConfigurationsRead') })}</p>
      ) : (
        test && <InjectionCases gptSystemId={gptSystemId} report={report} />
      )}
    </>
  )
}
