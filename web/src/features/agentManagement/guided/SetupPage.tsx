import { Bot } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { problemOf } from '../../../session/http.ts'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { useStateCompanion } from '../../agentFields/useTestCompanion.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { agentsPath } from '../data/agentPaths.ts'
import { type AgentState, managementApi } from '../data/api.ts'
import { type Setup, setupsApi } from '../data/setupsApi.ts'
import { useManagedAgent } from '../useManagedAgent.ts'
import { Created } from './Created.tsx'
import { guidedTexts } from './lang/en.ts'
import { NextSteps } from './NextSteps.tsx'
import { Progress } from './Progress.tsx'
import { Skipped } from './Skipped.tsx'
import { Uploads } from './Uploads.tsx'
import '../agentManagement.css'
import './guided.css'

/** How often progress is read while something is in progress. */
const POLL_MS = 1500

/** /admin/gptsystem/guided/{setupId}/edit: how far a setup is, what it created, and what is still to do. */
export function SetupPage() {
  const t = guidedTexts.useText()
  const { setupId = '' } = useParams()
  const { currentData: setup, error, refetch } = useSetup(setupId)
  usePageTitle(setup ? t('setupTitle', { name: setup.name }) : t('title'))
  if (setup) return <Shown key={setupId} setup={setup} />
  const code = problemOf(error)?.code
  return (
    <RecordWait
      title={t('title')}
      parent={{ title: screenTitle('agents'), path: agentsPath }}
      Icon={Bot}
      error={error}
      missing={code === 'agentSetup.notFound' || code === 'request.invalid'}
      texts={{ missing: t('missing'), back: t('back') }}
      retry={refetch}
    />
  )
}

function useSetup(setupId: string) {
  const [working, setWorking] = useState(true)
  const query = setupsApi.useGetSetupQuery(
    { setupId },
    {
      refetchOnMountOrArgChange: true,
      pollingInterval: working ? POLL_MS : 0,
      skipPollingIfUnfocused: true,
    },
  )
  const isFinished = query.currentData !== undefined && query.currentData.finishedAt !== null
  useEffect(() => setWorking(!isFinished), [isFinished])
  return query
}

function Shown({ setup }: { setup: Setup }) {
  const isFinished = setup.finishedAt !== null
  // The draft is read once it has its starters.
  const { data: state } = managementApi.useGetAgentStateQuery(
    { gptSystemConfigurationStateId: setup.configStateId },
    { skip: !isFinished, refetchOnMountOrArgChange: true },
  )
  const isReady = setup.phase === 'Done' && state?.configuration.status === 'Draft'
  return isReady ? <Tried setup={setup} state={state} /> : <Framed setup={setup} />
}

/** The result, with the draft’s test chat next to it. */
function Tried({ setup, state }: { setup: Setup; state: AgentState }) {
  const t = guidedTexts.useText()
  const companion = useStateCompanion({
    state,
    mark: <span className="chip w">{t('mark')}</span>,
    // Nothing is edited here, so there is nothing to save before a question.
    settle: async () => true,
    save: null,
  })
  const words = { views: t('view'), form: t('setup'), companion: t('tryIt') }
  return <Framed setup={setup} state={state} companion={companion && { ...companion, words }} />
}

interface FramedProps {
  setup: Setup
  state?: AgentState
  companion?: ComponentProps<typeof PlainEditPage>['companion']
}

function Framed({ setup, state, companion }: FramedProps) {
  const t = guidedTexts.useText()
  const { data: agent } = useManagedAgent(setup.gptSystemId)
  return (
    <PlainEditPage
      head={
        <PageHead
          title={t('setupTitle', { name: setup.name })}
          parent={{ title: screenTitle('agents'), path: agentsPath }}
        />
      }
      companion={companion}
    >
      <EditSection
        title={t('progress')}
        hint={t(setup.source === 'Site' ? 'progressHint' : 'progressFilesHint')}
      >
        <Progress setup={setup} />
        {setup.phase === 'Uploading' && <Uploads setup={setup} />}
        <Skipped setup={setup} />
      </EditSection>
      <EditSection title={t('created')} hint={t('createdHint')}>
        <Created setup={setup} starters={state?.configuration.starterQuestions ?? []} />
      </EditSection>
      {agent && setup.finishedAt !== null && (
        <EditSection title={t('publish')} hint={t('publishHint')}>
          <NextSteps agent={agent} dataSourceId={setup.dataSourceId} />
        </EditSection>
      )}
    </PlainEditPage>
  )
}
