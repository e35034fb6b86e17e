import { limits } from '@parlance/contract/limits'
import { type Errors, same } from '../../ui/admin/formState.ts'
import type { GuidelinesDocument, GuidelinesLink, GuidelinesTemplate } from './data/api.ts'
import type { GuidelinesTexts } from './lang/en.ts'

/** A section in a form. The key stays the same when a new section is stored. */
export interface SectionValues {
  key: string
  heading: string
  text: string
  isInstruction: boolean
}
export interface DocumentValues {
  title: string
  links: GuidelinesLink[]
  requireConsent: boolean
  sections: SectionValues[]
}
export interface TemplateValues {
  title: string
  description: string
  language: GuidelinesTemplate['language']
  sections: SectionValues[]
}
export type DocumentField = keyof DocumentValues

/** The IDs of sections that were added on this page, by their keys. All others have their ID as key. */
export class SectionKeys {
  private readonly ids = new Map<string, string>()
  private readonly keys = new Map<string, string>()
  add(key: string, documentSectionId: string): void {
    this.ids.set(key, documentSectionId)
    this.keys.set(documentSectionId, key)
  }
  idOf = (key: string): string => this.ids.get(key) ?? key
  keyOf = (documentSectionId: string): string => this.keys.get(documentSectionId) ?? documentSectionId
}

export const documentValuesOf = (
  { title, links, requireConsent, sections }: GuidelinesDocument,
  { keyOf }: SectionKeys,
): DocumentValues => ({
  title,
  links,
  requireConsent,
  sections: sections.map(({ documentSectionId, heading, text, isInstruction }) => ({
    key: keyOf(documentSectionId),
    heading,
    text,
    isInstruction,
  })),
})

export const templateValuesOf = ({
  title,
  description,
  language,
  sections,
}: Omit<GuidelinesTemplate, 'guidelinesTemplateId' | 'version' | 'updatedAt'>): TemplateValues => ({
  title,
  description,
  language,
  // A template’s sections have no IDs.
  sections: sections.map((section, at) => ({ key: `${at}`, ...section })),
})

export const blankSection = (key: string): SectionValues => ({
  key,
  heading: '',
  text: '',
  isInstruction: false,
})

export const linkKey = (link: GuidelinesLink): string =>
  'gptSystemId' in link ? `agent ${link.gptSystemId}` : `brand ${link.brandKey}`

export const sectionInput = ({ heading, text, isInstruction }: SectionValues) => ({
  heading: heading.trim(),
  text,
  isInstruction,
})

export const documentInput = ({ title, links, requireConsent }: DocumentValues) => ({
  title: title.trim(),
  links: links.map((link) =>
    'gptSystemId' in link ? { gptSystemId: link.gptSystemId } : { brandKey: link.brandKey },
  ),
  requireConsent,
})

export const templateInput = ({ title, description, language, sections }: TemplateValues) => ({
  title: title.trim(),
  description: description.trim(),
  language,
  sections: sections.map(sectionInput),
})

const lengthOf = (text: string) => [...text].length

type Found = [path: string, wrong: boolean, text: string][]

function titleErrors(title: string, t: GuidelinesTexts): Found {
  const { length } = title.trim()
  return [
    ['title', length === 0, t('titleRequired')],
    ['title', lengthOf(title.trim()) > limits.guidelinesTitle, t('tooLong', { max: limits.guidelinesTitle })],
  ]
}

function sectionErrors(sections: readonly SectionValues[], t: GuidelinesTexts): Found {
  const length = sections.reduce((sum, { text }) => sum + lengthOf(text), 0)
  const found: Found = [
    ['sections', sections.length > limits.guidelinesSections, t('tooManySections')],
    ['sections', length > limits.guidelinesText, t('textTooLong', { max: limits.guidelinesText })],
  ]
  for (const { key, heading } of sections) {
    const path = `sections.${key}.heading`
    found.push([path, heading.trim() === '', t('headingRequired')])
    found.push([
      path,
      lengthOf(heading.trim()) > limits.guidelinesHeading,
      t('tooLong', { max: limits.guidelinesHeading }),
    ])
  }
  return found
}

const errorsOf = (found: Found): Errors =>
  Object.fromEntries(found.flatMap(([path, wrong, text]) => (wrong ? [[path, text]] : [])))

export const documentErrors = ({ title, sections }: DocumentValues, t: GuidelinesTexts): Errors =>
  errorsOf([...titleErrors(title, t), ...sectionErrors(sections, t)])

export const templateErrors = (
  { title, description, sections }: TemplateValues,
  t: GuidelinesTexts,
): Errors =>
  errorsOf([
    ...titleErrors(title, t),
    [
      'description',
      lengthOf(description.trim()) > limits.guidelinesDescription,
      t('tooLong', { max: limits.guidelinesDescription }),
    ],
    ['sections', sections.length === 0, t('sectionRequired')],
    ...sectionErrors(sections, t),
  ])

/** Maps the server's field names to the form's, such as `sections.2.heading` to the path of that section. */
export function pathOf(field: string, { sections }: { sections: readonly SectionValues[] }): string {
  if (field.startsWith('links')) return 'links'
  const [, at, name] = /^sections\.(\d+)(?:\.(\w+))?$/.exec(field) ?? []
  const section = at === undefined ? undefined : sections[Number(at)]
  return section ? `sections.${section.key}.${name ?? 'heading'}` : field
}

export interface Merged {
  values: DocumentValues
  /** Fields that both have changed, with a different result. The values keep mine. */
  conflicts: DocumentField[]
  /** All changes of sections by both, with theirs where both have changed the same section. */
  theirSections: SectionValues[]
}

/** Joins what two people changed in the same draft. Sections are joined one by one. */
export function mergedDraft(base: DocumentValues, mine: DocumentValues, theirs: DocumentValues): Merged {
  const conflicts: DocumentField[] = []
  const joined = <F extends Exclude<DocumentField, 'sections'>>(field: F): DocumentValues[F] => {
    const mineChanged = !same(mine[field], base[field])
    if (mineChanged && !same(theirs[field], base[field]) && !same(mine[field], theirs[field]))
      conflicts.push(field)
    return mineChanged ? mine[field] : theirs[field]
  }
  const sectionsWith = (preferred: 'mine' | 'theirs', conflict = () => {}) =>
    mergedSections({ base: base.sections, mine: mine.sections, theirs: theirs.sections }, preferred, conflict)
  const values = {
    title: joined('title'),
    links: joined('links'),
    requireConsent: joined('requireConsent'),
    sections: sectionsWith('mine', () => {
      if (!conflicts.includes('sections')) conflicts.push('sections')
    }),
  }
  return { values, conflicts, theirSections: sectionsWith('theirs') }
}

function mergedSections(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', readonly SectionValues[]>,
  preferred: 'mine' | 'theirs',
  conflict: () => void,
): SectionValues[] {
  const [ofBase, ofMine, ofTheirs] = [base, mine, theirs].map(
    (sections) => new Map(sections.map((section) => [section.key, section])),
  ) as [Map<string, SectionValues>, Map<string, SectionValues>, Map<string, SectionValues>]

  function joined(key: string): SectionValues | undefined {
    const [before, my, their] = [ofBase.get(key), ofMine.get(key), ofTheirs.get(key)]
    if (same(my, before)) return their
    // A section that I added has no text before.
    const isConflict = before !== undefined && !same(their, before) && !same(my, their)
    if (isConflict) conflict()
    return isConflict && preferred === 'theirs' ? their : my
  }
  const keysOf = (sections: readonly SectionValues[]) => sections.map(({ key }) => key)
  const [first, second] = same(keysOf(mine), keysOf(base)) ? [theirs, mine] : [mine, theirs]
  return [...new Set([...keysOf(first), ...keysOf(second)])].flatMap((key) => joined(key) ?? [])
}
