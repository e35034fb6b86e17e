import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { useChangesInTurn } from '../../ui/useChangesInTurn.ts'
import { type DataSource, dataSourcesApi } from './data/api.ts'
import { dataSourcesTexts } from './lang/en.ts'

const fields = ['mayBeSharedOnward', 'mayBePublic'] as const
type Field = (typeof fields)[number]

/** Who the library can answer besides people with their own access. Applies from the next question. */
export function LibrarySharing({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const inTurn = useChangesInTurn(library)
  const [update] = dataSourcesApi.useUpdateLibraryMutation()

  async function change(field: Field, on: boolean) {
    const { error } = await inTurn(({ dataSourceId, version }) =>
      update({ fileLibraryId: dataSourceId, version, [field]: on }),
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
          change={(on) => void change(field, on)}
        />
      ))}
    </section>
  )
}
