import { Trash2 } from 'lucide-react'
import type { BulkAction } from './listShape.ts'

/** The feature's texts for deleting several objects. */
type Texts = (
  key: 'remove' | 'removeMany' | 'removeText' | 'removeManyButton',
  values?: { count: number },
) => string

/** The bulk action that deletes all selected rows of a list. */
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
