import { skipToken } from '@reduxjs/toolkit/query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { formatCost, formatNumber } from '../../lang/format.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type DataSource, dataSourcesApi, type ReIndexEstimate } from './data/api.ts'
import { graphEffort } from './graph/GraphByModel.tsx'
import { graphTexts } from './graph/lang/en.ts'
import { type DataSourcesText, dataSourcesTexts } from './lang/en.ts'

/** Has all files of a library read again, after a confirmation. */
export function IndexAgain({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const [asking, setAsking] = useState(false)
  const [reIndex, { isLoading, error, reset }] = dataSourcesApi.useReIndexMutation()
  const { data } = dataSourcesApi.useEstimateReIndexQuery(
    asking ? { dataSourceId: library.dataSourceId } : skipToken,
  )
  const graph = dataSourcesApi.useEstimateGraphQuery(
    asking && library.graphIndex && library.graphByModel ? { dataSourceId: library.dataSourceId } : skipToken,
  )
  const ofGraph = graphTexts.useText()
  const efforts = [data && effortOf(data, t), graph.data && graphEffort(graph.data, ofGraph)]
  const close = () => {
    setAsking(false)
    reset()
  }
  const confirm = async () => {
    const answer = await reIndex({ dataSourceId: library.dataSourceId })
    if (answer.error) return
    toast.success(t('indexAgainStarted'))
    close()
  }
  return (
    <>
      <button type="button" className="btn out sm index-again" onClick={() => setAsking(true)}>
        <RefreshCw size={14} />
        {t('indexAgain')}
      </button>
      {asking && (
        <ConfirmDialog
          title={t('indexAgainTitle')}
          text={[t('indexAgainText', { count: library.files }), ...efforts].filter(Boolean).join(' ')}
          button={t('indexAgain')}
          danger={false}
          busy={isLoading}
          error={error}
          confirm={() => void confirm()}
          close={close}
        />
      )}
    </>
  )
}

/** What embedding the passages again takes, if they are embedded. */
function effortOf({ passages: count, tokens, costUsd }: ReIndexEstimate, t: DataSourcesText): string {
  if (tokens === null) return ''
  const amount = formatNumber(tokens)
  if (costUsd === null) return t('embedAgain', { count, tokens: amount })
  return t('embedAgainCost', { count, tokens: amount, cost: formatCost(costUsd) })
}
