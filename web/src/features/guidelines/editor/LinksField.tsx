import { limits } from '@parlance/contract/limits'
import { Bot, Palette } from 'lucide-react'
import { ChosenList } from '../../../ui/admin/fields/ChosenList.tsx'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { type Findable, Finder } from '../../../ui/admin/fields/Finder.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { useAgentName } from '../../../ui/agentName.ts'
import { useFoundAgents } from '../../agents/data/useFoundAgents.ts'
import { useFoundBrands } from '../../brandName/useFoundBrands.ts'
import type { GuidelinesLink } from '../data/api.ts'
import { type DocumentValues, linkKey } from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'

interface Props {
  form: EditForm<DocumentValues>
  readOnly: boolean
}

/** The agents and brands that a document applies to. Deleted ones are shown until they are removed. */
export function LinksField({ form, readOnly }: Props) {
  const t = guidelinesTexts.useText()
  const { links } = form.values
  const error = form.errors.links
  const shownLink = useShownLink()
  const isFull = links.length >= limits.guidelinesLinks
  const add = (link: GuidelinesLink) => form.set('links', [...links, link])
  const lists = [
    { label: t('agents'), links: links.filter((link) => 'gptSystemId' in link) },
    { label: t('brands'), links: links.filter((link) => 'brandKey' in link) },
  ]
  return (
    <div className="field" data-field="links">
      {lists.map(({ label, links: some }) => (
        <ChosenList
          key={label}
          label={label}
          items={some.map(shownLink)}
          remove={
            readOnly
              ? undefined
              : ({ key }) =>
                  form.set(
                    'links',
                    links.filter((link) => linkKey(link) !== key),
                  )
          }
        />
      ))}
      {readOnly && links.length === 0 && <p className="m3">{t('noLinks')}</p>}
      {!readOnly && !isFull && (
        <div className="guidelines-pair">
          <Finder
            label={t('addAgent')}
            useFound={useFoundAgents}
            without={new Set(links.flatMap((link) => ('gptSystemId' in link ? link.gptSystemId : [])))}
            choose={({ key, name }) => add({ gptSystemId: key, name })}
          />
          <Finder
            label={t('addBrand')}
            useFound={useFoundBrands}
            without={new Set(links.flatMap((link) => ('brandKey' in link ? link.brandKey : [])))}
            choose={({ key, name }) => add({ brandKey: key, name })}
          />
        </div>
      )}
      <FieldError id="links-error" error={error} />
    </div>
  )
}

/** Returns a link with its name. */
export function useShownLink(): (link: GuidelinesLink) => Findable {
  const t = guidelinesTexts.useText()
  const named = useAgentName()
  return (link) => {
    const shared = { key: linkKey(link), note: link.name === null ? t('deletedNote') : undefined }
    return 'gptSystemId' in link
      ? { ...shared, Icon: Bot, name: link.name === null ? t('deletedAgent') : named(link.name) }
      : { ...shared, Icon: Palette, name: link.name ?? t('deletedBrand', { key: link.brandKey }) }
  }
}
