import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { usePageTitle } from '../frame/useProductName.ts'
import { AgentWait, isMissing } from './AgentWait.tsx'
import type { ManagedAgent } from './data/api.ts'
import { managementTexts } from './lang/en.ts'
import { useManagedAgent } from './useManagedAgent.ts'
import './agentManagement.css'
import { screenTitle } from '../frame/screens.ts'

interface Props {
  title: 'lookTitle' | 'promptsTitle' | 'limitsTitle' | 'publicTitle' | 'testsTitle' | 'debuggerTitle'
  children: (agent: ManagedAgent) => ReactNode
}

/** A page for the agent in the URL, shown once it is loaded. Keyed by agent, so no state carries over. */
export function AgentPage({ title, children }: Props) {
  const t = managementTexts.useText()
  const { gptSystemId = '' } = useParams()
  const { data, error, refetch } = useManagedAgent(gptSystemId)
  usePageTitle(data ? t(title, { name: data.name }) : screenTitle('agents'))
  if (!data || data.gptSystemId !== gptSystemId || isMissing(error))
    return <AgentWait error={error} retry={refetch} />
  return children(data)
}
