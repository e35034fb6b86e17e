import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { type DataSource, dataSourcesApi } from './api.ts'
import { dataSourcesTexts } from './dataSourcesTexts.ts'

/** Whether people's own agents may answer others from the library. It counts from the next question on. */
export function LibrarySharing({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const { dataSourceId, mayBeSharedOnward, version } = library
  const [update, { isLoading }] = dataSourcesApi.useUpdateLibraryMutation()

  async function change(on: boolean) {
    const { error } = await update({ fileLibraryId: dataSourceId, version, mayBeSharedOnward: on })
    if (error) toast.error(errorText(error))
  }

  return (
    <section>
      <h2 className="h4">{t('sharing')}</h2>
      <SwitchField
        field="mayBeSharedOnward"
        label={t('mayBeSharedOnward')}
        hint={t('mayBeSharedOnwardHint')}
        on={mayBeSharedOnward}
        change={(on) => void change(on)}
        disabled={isLoading}
      />
    </section>
  )
}
