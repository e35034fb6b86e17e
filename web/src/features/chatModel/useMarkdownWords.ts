import { useMemo } from 'react'
import type { Surroundings } from '../../ui/markdown/index.ts'
import { conversationTexts } from './lang/en.ts'

/** Returns the texts of what answers contain, such as code and tables. */
export function useMarkdownWords(): Surroundings['words'] {
  const t = conversationTexts.useText()
  return useMemo(
    () => ({
      copy: t('copy'),
      copied: t('copied'),
      code: t('code'),
      table: (columns) => t('table', { columns }),
      copyTable: t('copyTable'),
      downloadTable: t('downloadTable'),
      showChart: t('showChart'),
      showTable: t('showTable'),
      tableFile: t('tableFile'),
      taskDone: t('taskDone'),
      taskOpen: t('taskOpen'),
      unknownAddress: t('unknownAddress'),
      openAddress: (host) => t('openAddress', { host }),
    }),
    [t],
  )
}
