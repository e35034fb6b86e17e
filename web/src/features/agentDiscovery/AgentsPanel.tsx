import { Compass, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { closeSidebar } from '../../ui/sidebar.ts'
import { TwoTabs } from '../../ui/TwoTabs.tsx'
import { CreatePersonalAgentButton } from '../personalAgents/CreatePersonalAgentButton.tsx'
import { agentsPath } from './data/agentsPath.ts'
import { agentDiscoveryTexts } from './lang/en.ts'
import { PinnedAgents } from './PinnedAgents.tsx'
import { RecentAgents } from './RecentAgents.tsx'
import './pins.css'

const tabs = ['recent', 'pinned'] as const
type Tab = (typeof tabs)[number]

/** The sidebar's Agents tab: all agents, a new personal agent, and the pinned and recent agents. */
export function AgentsPanel() {
  const t = agentDiscoveryTexts.useText()
  const { pathname } = useLocation()
  const [tab, setTab] = useState<Tab>('recent')
  const id = useId()
  return (
    <>
      <div className="list-new">
        <Link
          to={agentsPath}
          className="btn ghost"
          aria-current={pathname === agentsPath ? 'page' : undefined}
          onClick={closeSidebar}
        >
          <Compass size={16} />
          {t('viewAll')}
        </Link>
        <CreatePersonalAgentButton />
      </div>
      <div className="list-head agents-tabs">
        <TwoTabs
          id={id}
          tabs={tabs}
          tab={tab}
          choose={setTab}
          label={t('yours')}
          text={t}
          className="grow list-tablist"
        />
        <Link
          to={agentsPath}
          state={{ search: true }}
          className="ib sm"
          aria-label={t('search')}
          title={t('search')}
          onClick={closeSidebar}
        >
          <Search size={16} />
        </Link>
      </div>
      <div role="tabpanel" className="list-panel" id={`${id}panel`} aria-labelledby={`${id}${tab}`}>
        {tab === 'recent' ? <RecentAgents /> : <PinnedAgents />}
      </div>
    </>
  )
}
