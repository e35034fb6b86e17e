import { same } from '../../../ui/admin/formState.ts'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import type { DocumentField, DocumentValues, SectionValues } from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'
import { useShownLink } from './LinksField.tsx'

interface Props {
  form: EditForm<DocumentValues>
  field: DocumentField
  value: DocumentValues[DocumentField]
}

/** A field's value as text, shown in the edit conflict dialog. Of the sections, those that differ. */
export function DocumentValue({ form, field, value }: Props) {
  const t = guidelinesTexts.useText()
  const shownLink = useShownLink()
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>
  if (typeof value === 'string') return <bdi>{value}</bdi>
  if (field === 'links')
    return (
      <ul>
        {(value as DocumentValues['links']).map((link) => {
          const { key, name } = shownLink(link)
          return (
            <li key={key}>
              <bdi>{name}</bdi>
            </li>
          )
        })}
      </ul>
    )
  const theirs = form.conflict?.theirs.sections ?? []
  const isTheirs = same(value, theirs)
  const [shown, other] = isTheirs ? [theirs, form.values.sections] : [form.values.sections, theirs]
  const differing = shown.filter((section) => !other.some((one) => same(one, section)))
  if (differing.length === 0) return <span className="m3">{t('nothing')}</span>
  return (
    <div className="guidelines-conflict">
      {differing.map((section: SectionValues) => (
        <div key={section.key} dir="auto">
          <b>{section.heading}</b>
          {`\n${section.text}\n${t(section.isInstruction ? 'instructionYes' : 'instructionNo')}`}
        </div>
      ))}
    </div>
  )
}
