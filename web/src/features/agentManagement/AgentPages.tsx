import { useRef } from 'react'
import { Link } from 'react-router'
import { useInSight } from '../../ui/admin/useInSight.ts'
import { useTestRights } from '../performanceTests/useTestRights.ts'
import {
  agentLookPath,
  debuggerOfAgentPath,
  editAgentPath,
  limitsOfAgentPath,
  promptsOfAgentPath,
  publicPageOfAgentPath,
  publishAgentPath,
  testsOfAgentPath,
} from './data/agentPaths.ts'
import { managementApi } from './data/api.ts'
import { managementTexts } from './lang/en.ts'

/**
 * The pages of an agent in the order of their links. Anyone who can view its configuration can view each of
 * them, except the public page, which is for users who can publish the agent, the tests, which need a permission of
 * their own, and the debugger, which is for users who can change the agent.
 */
const pages = [
  { key: 'configuration', path: editAgentPath },
  { key: 'publishing', path: publishAgentPath },
  { key: 'publicPage', path: publicPageOfAgentPath },
  { key: 'look', path: agentLookPath },
  { key: 'prompts', path: promptsOfAgentPath },
  { key: 'limits', path: limitsOfAgentPath },
  { key: 'tests', path: testsOfAgentPath },
  { key: 'debugger', path: debuggerOfAgentPath },
] as const

interface Props {
  gptSystemId: string
  current: (typeof pages)[number]['key']
}

/** Links between the pages of an agent. */
export function AgentPages({ gptSystemId, current }: Props) {
  const t = managementTexts.useText()
  const links = useRef<HTMLElement>(null)
  const { data } = managementApi.useGetManagedAgentQuery({ gptSystemId })
  const { mayList } = useTestRights()
  const hidden = { publicPage: !data?.mayPublish, tests: !mayList, debugger: !data?.mayChange }
  const shown = pages.filter(({ key }) => !(key in hidden && hidden[key as keyof typeof hidden]))
  useInSight(links, current)
  return (
    <nav className="tabs agent-pages" aria-label={t('pages')} ref={links}>
      {shown.map(({ key, path }) => (
        <Link key={key} to={path(gptSystemId)} aria-current={key === current ? 'page' : undefined}>
          {t(key)}
        </Link>
      ))}
    </nav>
  )
}
