import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type DataSource, dataSourcesApi } from './data/api.ts'
import { dataSourcesTexts } from './lang/en.ts'

/** Has all files of a library read again, after a confirmation. */
export function IndexAgain({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const [asking, setAsking] = useState(false)
  const [reIndex, { isLoading, error, reset }] = dataSourcesApi.useReIndexMutation()
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
          text={t('indexAgainText', { count: library.files })}
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
