import { Trash2 } from 'lucide-react'
import type { BulkAction } from './listShape.ts'

/** The feature's texts of a removal of several. */
type Texts = (
  key: 'remove' | 'removeMany' | 'removeText' | 'removeManyButton',
  values?: { count: number },
) => string

/** The removal of all chosen rows of a list. */
export const bulkRemoval = <Row>(
  t: Texts,
  remove: (row: Row) => PromiseLike<{ error?: unknown }>,
): BulkAction<Row> => ({
  key: 'remove',
  label: t('remove'),
  Icon: Trash2,
  danger: true,
  confirm: ({ length: count }) => ({
    title: t('removeMany', { count }),
    text: t('removeText'),
    button: t('removeManyButton', { count }),
  }),
  run: async (row) => (await remove(row)).error,
})
