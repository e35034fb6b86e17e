import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { formatCost, formatNumber } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { type DataSource, dataSourcesApi, type GraphEstimate } from '../data/api.ts'
import { graphTexts } from './lang/en.ts'
import { useGraphSwitch } from './useGraphSwitch.ts'

/** Whether a language model adds to a library's graph. Turning it on shows first what it takes. */
export function GraphByModel({ library }: { library: DataSource }) {
  const t = graphTexts.useText()
  const change = useGraphSwitch(library)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { data, error } = dataSourcesApi.useEstimateGraphQuery(
    isAsking ? { dataSourceId: library.dataSourceId } : skipToken,
  )
  const confirm = async () => {
    setBusy(true)
    await change({ graphByModel: true })
    setBusy(false)
    setAsking(false)
  }
  return (
    <>
      <SwitchField
        field="graphByModel"
        label={t('byModel')}
        hint={t('byModelHint')}
        on={library.graphByModel}
        change={(on) => (on ? setAsking(true) : void change({ graphByModel: false }))}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('byModelTitle')}
          text={data ? graphEffort(data, t) : error ? '' : t('loading')}
          button={t('byModelConfirm')}
          danger={false}
          busy={isBusy || !data}
          error={error}
          confirm={() => void confirm()}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Returns what having a model read the library takes, in a sentence. */
export function graphEffort(
  { passages: count, deploymentName: name, tokens, costUsd }: GraphEstimate,
  t: ReturnType<typeof graphTexts.useText>,
): string {
  if (name === null) return t('byModelNone')
  const amount = formatNumber(tokens)
  if (costUsd === null) return t('byModelEffort', { count, name, tokens: amount })
  return t('byModelCost', { count, name, tokens: amount, cost: formatCost(costUsd) })
}
