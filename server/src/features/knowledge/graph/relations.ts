import { distinctEntities, type Entity, entityOfTitle, type FoundEntity, namedIn } from './entities.ts'

/** Increased whenever `graphOf` returns something different for any text. The graphs of libraries are then built again. */
export const GRAPH_RULES = 1

export const relationKinds = [
  'Abbreviation',
  'PartOf',
  'LocatedIn',
  'OwnedBy',
  'MadeBy',
  'Replaces',
  'Requires',
  'WorksFor',
] as const
export type RelationKind = (typeof relationKinds)[number]

export interface Relation {
  kind: RelationKind
  /** Keys of entities. */
  from: string
  to: string
}

/** What a passage contributes to the graph. */
export interface PassageGraph {
  entities: Entity[]
  relations: Relation[]
  /** The title of a file is named by its first passage, because the text itself often doesn’t. */
  title: Entity | null
}

export const MOST_RELATIONS = 20
/** Words between two names that say how the first is related to the second. Other languages have none of these. */
const LONGEST_GAP = 60
const patterns: readonly (readonly [kind: Exclude<RelationKind, 'Abbreviation'>, words: RegExp])[] = [
  [
    'PartOf',
    /^,? (?:(?:is|was|are|were) )?(?:an? )?(?:\w+ )?(?:part|division|subsidiary|branch|unit|department|member|district|suburb) of (?:the )?$/i,
  ],
  [
    'LocatedIn',
    /^,? (?:(?:is|was|are|were) )?(?:an? (?:\w+ ){1,3})?(?:located|based|headquartered|situated) in (?:the )?$/i,
  ],
  [
    'LocatedIn',
    /^ (?:is|was) an? (?:\w+ ){0,2}(?:city|town|village|river|region|province|municipality|country) in (?:the )?$/i,
  ],
  ['OwnedBy', /^,? (?:(?:is|was|are|were) )?(?:owned|acquired|bought|operated|managed) by (?:the )?$/i],
  [
    'MadeBy',
    /^,? (?:(?:is|was|are|were) )?(?:an? (?:\w+ ){1,3})?(?:founded|written|created|developed|designed|directed|produced|composed|invented|published|built) by (?:the )?$/i,
  ],
  ['Replaces', /^ (?:replaces|replaced|supersedes|superseded) (?:the )?$/i],
  ['Requires', /^ (?:requires|depends on|relies on|needs) (?:the )?$/i],
  ['WorksFor', /^,? (?:works|worked) (?:for|at) (?:the )?$/i],
  ['WorksFor', /^,? (?:(?:is|was) )?employed by (?:the )?$/i],
]

/** Returns what a passage names, and what it says about how these are related. */
export function graphOf(text: string, { title, isFirst }: { title: string; isFirst: boolean }): PassageGraph {
  const found = namedIn(text, title)
  const entities = distinctEntities(found)
  const keys = new Set(entities.map(({ key }) => key))
  const relations = relationsIn(text, found).filter(({ from, to }) => keys.has(from) && keys.has(to))
  return { entities, relations, title: isFirst ? entityOfTitle(title) : null }
}

function relationsIn(text: string, found: readonly FoundEntity[]): Relation[] {
  const kept = new Map<string, Relation>()
  let whole: FoundEntity | null = null
  for (const [at, two] of found.entries()) {
    const last = found[at - 1]
    // What follows a name with its abbreviation in parentheses is about the name.
    const one: Entity | undefined = whole ?? last
    const gap = last ? text.slice(last.end + (whole ? 1 : 0), two.start) : ''
    whole = null
    if (!one || !last || one.key === two.key || gap.length > LONGEST_GAP || two.start < last.end) continue
    const kind = relationOf(gap, one, two, text[two.end])
    if (kind === 'Abbreviation') whole = last
    if (kind && kept.size < MOST_RELATIONS)
      kept.set(`${kind} ${one.key} ${two.key}`, { kind, from: one.key, to: two.key })
  }
  return [...kept.values()]
}

function relationOf(gap: string, one: Entity, two: Entity, after: string | undefined): RelationKind | null {
  if (gap === ' (' && after === ')' && two.kind === 'Acronym' && abbreviates(two.name, one.name))
    return 'Abbreviation'
  return patterns.find(([, words]) => words.test(gap))?.[0] ?? null
}

/** Whether the letters begin the words of a name, of which it may leave out the small ones. */
function abbreviates(letters: string, name: string): boolean {
  const words = name.split(/[\s-]+/)
  const initials = (all: readonly string[]) =>
    all
      .map((word) => word[0])
      .join('')
      .toUpperCase()
  const short = letters.toUpperCase().replaceAll('&', '')
  return short === initials(words) || short === initials(words.filter((word) => /^\p{Lu}/u.test(word)))
}
