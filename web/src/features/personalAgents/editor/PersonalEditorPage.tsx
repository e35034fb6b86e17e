import { Bot } from 'lucide-react'
import { useParams } from 'react-router'
import { problemOf } from '../../../session/http.ts'
import { RecordWait } from '../../../ui/admin/RecordWait.tsx'
import { agentsPath } from '../../agentDiscovery/data/agentsPath.ts'
import { useApplyBrand } from '../../brandTheme/useApplyBrand.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { personalAgentsApi } from '../data/api.ts'
import { personalAgentsTexts } from '../lang/en.ts'
import { PersonalDraftEditor } from './PersonalDraftEditor.tsx'
import { PersonalStateView } from './PersonalStateView.tsx'

/**
 * /chat/agents/configstate/{configStateId}/edit: a draft of a personal agent, or a version from which one can
 * be created.
 */
export function PersonalEditorPage() {
  const { configStateId = '' } = useParams()
  const t = personalAgentsTexts.useText()
  useApplyBrand(null)
  usePageTitle(t('editTitle'))
  const {
    currentData: state,
    error,
    refetch,
  } = personalAgentsApi.useGetPersonalStateQuery({ configStateId }, { refetchOnMountOrArgChange: true })
  if (!state || isMissing(error)) return <Wait error={error} retry={refetch} />
  const { status } = state.configuration
  return status === 'Draft' ? (
    <PersonalDraftEditor key={configStateId} state={state} />
  ) : (
    <PersonalStateView key={`${configStateId} ${status}`} state={state} />
  )
}

function isMissing(error: unknown): boolean {
  const code = problemOf(error)?.code
  return code === 'agent.stateNotFound' || code === 'request.invalid'
}

function Wait({ error, retry }: { error: unknown; retry: () => void }) {
  const t = personalAgentsTexts.useText()
  return (
    <RecordWait
      title={t('editTitle')}
      parent={{ title: t('agents'), path: agentsPath }}
      Icon={Bot}
      error={error}
      missing={isMissing(error)}
      texts={{ missing: t('missing'), back: t('back') }}
      retry={retry}
    />
  )
}
