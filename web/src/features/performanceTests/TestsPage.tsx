import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { screenTitle } from '../frame/screens.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { testsTexts } from './lang/en.ts'
import { NewTestDialog } from './NewTestDialog.tsx'
import { TestList } from './TestList.tsx'
import { useAgentFilter } from './useAgentFilter.tsx'
import { useTestRights } from './useTestRights.ts'

/** /admin/performanceTests: the performance tests of all system agents. */
export function TestsPage() {
  const t = testsTexts.useText()
  usePageTitle(screenTitle('performanceTests'))
  const { mayCreate } = useTestRights()
  const { agent, filters } = useAgentFilter()
  const [isNew, setNew] = useState(false)
  const create = mayCreate ? () => setNew(true) : undefined
  return (
    <div className="page">
      <PageHead title={screenTitle('performanceTests')} intro={t('intro')}>
        {create && (
          <button type="button" className="btn pri" onClick={create}>
            <Plus size={16} />
            {t('newTest')}
          </button>
        )}
      </PageHead>
      <div className="page-body">
        <TestList gptSystemId={agent?.gptSystemId} filters={filters} create={create} />
      </div>
      {isNew && <NewTestDialog agent={agent} close={() => setNew(false)} />}
    </div>
  )
}
