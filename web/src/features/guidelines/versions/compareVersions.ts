import { same } from '../../../ui/admin/formState.ts'

interface Section {
  heading: string
  text: string
  isInstruction: boolean
}
export interface Comparable {
  title: string
  sections: readonly Section[]
}

export type Change =
  | { kind: 'title'; before: string; after: string }
  | { kind: 'order'; before: string[]; after: string[] }
  /** Undefined for a section that only one of them has. */
  | { kind: 'section'; before?: Section | undefined; after?: Section | undefined }

type Pair = [before: Section | undefined, after: Section | undefined]

/** Compares two versions by section. Sections have no IDs, so they are known by heading, or else by text. */
export function compareVersions(before: Comparable, after: Comparable): Change[] {
  const [earlier, later] = [contentsOf(before), contentsOf(after)]
  const pairs = pairsOf(earlier, later)
  const shared = (sections: readonly Section[], side: 0 | 1) =>
    sections
      .map((section) => pairs.findIndex((pair) => pair[side] === section))
      .filter((at) => pairs[at]?.[0] && pairs[at][1])
  const orders = [shared(earlier, 0), shared(later, 1)]
  const changes: Change[] = []
  if (before.title !== after.title) changes.push({ kind: 'title', before: before.title, after: after.title })
  if (!same(orders[0], orders[1])) {
    const headings = (sections: readonly Section[]) => sections.map(({ heading }) => heading)
    changes.push({ kind: 'order', before: headings(earlier), after: headings(later) })
  }
  for (const [one, two] of pairs)
    if (!same(one, two)) changes.push({ kind: 'section', before: one, after: two })
  return changes
}

/** The sections of a draft also have IDs and versions of their own. */
const contentsOf = ({ sections }: Comparable): Section[] =>
  sections.map(({ heading, text, isInstruction }) => ({ heading, text, isInstruction }))

/** The sections of both in the order of the later one. Those that only the earlier one has are last. */
function pairsOf(before: readonly Section[], after: readonly Section[]): Pair[] {
  const partners = new Map<Section, Section>()
  const left = new Set(before)
  const pair = (isPartner: (one: Section, two: Section) => boolean) => {
    for (const section of after) {
      if (partners.has(section)) continue
      const partner = [...left].find((one) => isPartner(one, section))
      if (!partner) continue
      left.delete(partner)
      partners.set(section, partner)
    }
  }
  pair(same)
  pair((one, two) => one.heading === two.heading)
  pair((one, two) => one.text === two.text && one.text !== '')
  return [
    ...after.map((section): Pair => [partners.get(section), section]),
    ...[...left].map((section): Pair => [section, undefined]),
  ]
}

/** A section as lines of text, for a comparison of its words. */
export const sectionText = (
  section: Section | undefined,
  instruction: (isInstruction: boolean) => string,
): string | undefined =>
  section && [section.heading, '', section.text, '', instruction(section.isInstruction)].join('\n')
