import { CircleStop, Play, RotateCw } from 'lucide-react'
import type { RowAction } from '../../../ui/admin/RowMenu.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { type DataSource, dataSourcesApi, type LibraryFile } from '../data/api.ts'
import { scansTexts } from './lang/en.ts'

/** The action that confirms a file with many scanned pages. */
export const CONFIRM_SCAN = 'confirm'

/** What can be done with the scanned pages of a file, if its library reads them. */
export function useScanActions({ ocr }: Pick<DataSource, 'ocr'>): (file: LibraryFile) => RowAction[] {
  const t = scansTexts.useText()
  const [change] = dataSourcesApi.useChangeScanMutation()
  return ({ dataSourceId, fileId, scan }) => {
    if (!scan || ocr === 'Off') return []
    const act = (action: 'Continue' | 'Stop' | 'Retry') => async () => {
      const { error } = await change({ dataSourceId, fileId, action })
      if (error) toast.error(errorText(error))
    }
    const { state, failed } = scan
    return [
      ...(state === 'Unconfirmed'
        ? [{ key: CONFIRM_SCAN, label: t('confirm'), Icon: Play, act: () => void act('Continue')() }]
        : []),
      ...(state === 'Stopped'
        ? [{ key: 'continue', label: t('continue'), Icon: Play, act: () => void act('Continue')() }]
        : []),
      ...(state === 'Reading' || state === 'Unconfirmed'
        ? [{ key: 'stop', label: t('stop'), Icon: CircleStop, act: () => void act('Stop')() }]
        : []),
      ...(failed > 0 && state === 'Done'
        ? [{ key: 'retryPages', label: t('retry'), Icon: RotateCw, act: () => void act('Retry')() }]
        : []),
    ]
  }
}
