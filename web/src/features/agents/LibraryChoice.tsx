import { screens } from '@parlance/contract/screens'
import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { dataSourcesApi } from '../dataSources/data/api.ts'
import { agentsTexts } from './lang/en.ts'

/** Page size for a list without a search. */
const SHOWN = 200
const NONE = ''

/** Selects the library that an agent answers from, for users who can see libraries. */
export function LibraryChoice({
  chosen,
  choose,
}: {
  chosen: string | null
  choose: (dataSourceId: string | null) => void
}) {
  const t = agentsTexts.useText()
  const { held } = useActions()
  const maySee = screens.fileLibraries.actions.some((action) => held.has(action))
  const { data } = dataSourcesApi.useSearchDataSourcesQuery({ pageSize: SHOWN }, { skip: !maySee })
  if (!maySee) return null
  const options = data?.items.map(({ dataSourceId, name }) => ({ key: dataSourceId, label: name })) ?? []
  return (
    <SelectField
      field="library"
      label={t('library')}
      hint={t('libraryHint')}
      value={chosen ?? NONE}
      options={[{ key: NONE, label: t('libraryNone') }, ...options]}
      change={(key) => choose(key === NONE ? null : key)}
    />
  )
}
