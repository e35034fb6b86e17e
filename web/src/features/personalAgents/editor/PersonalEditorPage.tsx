import { Bot } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { problemOf } from '../../../api/http.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { LoadFault } from '../../../ui/LoadFault.tsx'
import { agentsPath } from '../../agentDiscovery/agentsPath.ts'
import { useWornBrand } from '../../brandTheme/useWornBrand.ts'
import { usePageTitle } from '../../shell/useProductName.ts'
import { personalAgentsApi } from '../api.ts'
import { personalAgentsTexts } from '../personalAgentsTexts.ts'
import { PersonalDraftEditor } from './PersonalDraftEditor.tsx'
import { PersonalStateView } from './PersonalStateView.tsx'
import '../../../ui/admin/list.css'

/** /chat/agents/configstate/{configStateId}/edit: a draft of one's own agent, or a state from which one is begun. */
export function PersonalEditorPage() {
  const { configStateId = '' } = useParams()
  const t = personalAgentsTexts.useText()
  useWornBrand(null)
  usePageTitle(t('editTitle'))
  const {
    currentData: state,
    error,
    refetch,
  } = personalAgentsApi.useGetPersonalStateQuery({ configStateId }, { refetchOnMountOrArgChange: true })
  if (!state || isMissing(error)) return <Wait fault={error} retry={refetch} />
  const { status } = state.configuration
  return status === 'Draft' ? (
    <PersonalDraftEditor key={configStateId} state={state} />
  ) : (
    <PersonalStateView key={`${configStateId} ${status}`} state={state} />
  )
}

function isMissing(fault: unknown): boolean {
  const code = problemOf(fault)?.code
  return code === 'agent.stateNotFound' || code === 'request.invalid'
}

function Wait({ fault, retry }: { fault: unknown; retry: () => void }) {
  const t = personalAgentsTexts.useText()
  return (
    <div className="page">
      <PageHead title={t('editTitle')} parent={{ title: t('agents'), path: agentsPath }} />
      <div className="page-body">
        {isMissing(fault) ? (
          <EmptyList Icon={Bot} text={t('missing')}>
            <Link to={agentsPath} className="btn soft sm">
              {t('back')}
            </Link>
          </EmptyList>
        ) : fault ? (
          <LoadFault error={fault} retry={retry} />
        ) : (
          <ListSkeleton columns={2} />
        )}
      </div>
    </div>
  )
}
