import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { useChangesInTurn } from '../../ui/useChangesInTurn.ts'
import { type DataSource, dataSourcesApi } from './data/api.ts'
import { dataSourcesTexts } from './lang/en.ts'

const fields = ['mayBeSharedOnward', 'mayBePublic'] as const
type Field = (typeof fields)[number]

/**
 * Who the library can answer besides people with their own access, and what they can open. Applies from the next
 * question.
 */
export function LibrarySharing({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const inTurn = useChangesInTurn(library)
  const [update] = dataSourcesApi.useUpdateLibraryMutation()

  async function change(values: Partial<Pick<DataSource, Field | 'readersSee'>>) {
    const { error } = await inTurn(({ dataSourceId, version }) =>
      update({ fileLibraryId: dataSourceId, version, ...values }),
    )
    if (error) toast.error(errorText(error))
  }

  return (
    <section className="library-sharing">
      <h2 className="h4">{t('sharing')}</h2>
      {fields.map((field) => (
        <SwitchField
          key={field}
          field={field}
          label={t(field)}
          hint={t(`${field}Hint`)}
          on={library[field]}
          change={(on) => void change({ [field]: on })}
        />
      ))}
      <SwitchField
        field="readersSee"
        label={t('readersSee')}
        hint={t('readersSeeHint')}
        on={library.readersSee === 'File'}
        change={(on) => void change({ readersSee: on ? 'File' : 'Passage' })}
      />
    </section>
  )
}
