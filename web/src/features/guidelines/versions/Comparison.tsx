import { useMemo } from 'react'
import { Difference } from '../../../ui/admin/difference/Difference.tsx'
import { guidelinesTexts } from '../lang/en.ts'
import { type Comparable, compareVersions, sectionText } from './compareVersions.ts'

/** What differs between two versions, section by section and word by word. */
export function Comparison({ before, after }: { before: Comparable; after: Comparable }) {
  const t = guidelinesTexts.useText()
  const found = useMemo(() => compareVersions(before, after), [before, after])
  if (found.length === 0) return <p className="m2">{t('same')}</p>
  const instruction = (is: boolean) => t(is ? 'instructionYes' : 'instructionNo')
  const changes = found.map((change) =>
    change.kind === 'section'
      ? {
          field: (change.after ?? change.before)?.heading ?? '',
          before: sectionText(change.before, instruction),
          after: sectionText(change.after, instruction),
        }
      : {
          field: t(change.kind === 'title' ? 'titleChanged' : 'orderChanged'),
          before: change.before,
          after: change.after,
        },
  )
  return <Difference changes={changes} labelOf={(field) => field} />
}
