import type { Sql } from '../../../platform/database/database.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import type { FolderLimits } from '../folders.ts'
import { idf } from '../retrieval/idf.ts'
import { type RankedPassage, readVisible } from '../retrieval/store.ts'
import { entityOfTitle, keyOf } from './entities.ts'
import { type Link, readLinks } from './linkStore.ts'

/** Measured with `bench/graph.ts`. */
const SEEDS = 5
/** The best passages by words and meaning stay where they are. */
export const UNCHANGED = 3
/** An entity that more passages name says little. */
const MOST_NAMED = 50
const TITLE_WEIGHT = 0.5
const SHARED_WEIGHT = 0.25
/** Shared entities of this weight together count in full. */
const ENOUGH_SHARED = 8
/** Passages that only the graph has found. */
const MOST_ADDED = 20

interface Permitted {
  libraryIds: number[]
  /** The libraries whose graph is used. */
  graphIds: readonly string[]
  folders: FolderLimits
}

/**
 * Goes one step from the first passages: passages gain that name the same rare things, and those of a file whose title
 * the first ones name. The first three stay where they are.
 */
export async function widen(
  db: Sql,
  { libraryIds, graphIds, folders }: Permitted,
  { question, searched }: { question: string; searched: number },
  sorted: readonly RankedPassage[],
): Promise<RankedPassage[]> {
  const seeds = sorted.slice(0, SEEDS).filter(({ dataSourceId }) => graphIds.includes(dataSourceId))
  if (seeds.length === 0) return [...sorted]
  const links = await readLinks(
    db,
    { dataSourceIds: graphIds, folders },
    seeds.map(({ passageId }) => passageId),
    MOST_NAMED,
  )
  const gains = gainsOf(sorted, seeds, { links, question, searched })
  const known = new Set(sorted.map(({ passageId }) => passageId))
  const others = [...gains].filter(([id]) => !known.has(id)).sort((a, b) => b[1] - a[1])
  const least = others[MOST_ADDED - 1]?.[1] ?? 0
  // Those with the same gain too, so that the order of indexing doesn’t matter.
  const best = others.filter(([, gain]) => gain >= least).slice(0, MOST_ADDED * 5)
  const added = await readVisible(
    db,
    { libraryIds, folders },
    best.map(([id]) => id),
  )
  return merged(sorted, added, gains)
}

/**
 * Moves up what gains something. Everything else stays in its order, also where that isn’t the order of the scores:
 * copies and further passages of one file come late although they score high.
 */
export function merged(
  sorted: readonly RankedPassage[],
  added: readonly Omit<RankedPassage, 'score'>[],
  gains: ReadonlyMap<string, number>,
): RankedPassage[] {
  const capped: RankedPassage[] = []
  for (const passage of sorted)
    capped.push({ ...passage, score: Math.min(passage.score, capped.at(-1)?.score ?? passage.score) })
  const most = capped[Math.min(UNCHANGED, capped.length) - 1]?.score ?? 0
  const others = added.map((passage) => ({ ...passage, score: 0 })).sort(compare)
  return [
    ...sorted.slice(0, UNCHANGED),
    ...[...capped.slice(UNCHANGED), ...others]
      .map((passage) => ({ ...passage, score: passage.score + (gains.get(passage.passageId) ?? 0) }))
      // Of the same score, those that weren’t added come first, in their order.
      .sort((a, b) => b.score - a.score)
      .map((passage) => ({ ...passage, score: Math.min(passage.score, most) })),
  ]
}

type Place = Pick<RankedPassage, 'fileName' | 'ordinal'>

/** In no order of indexing, so that equal files give equal results. */
const compare = (one: Place, two: Place): number =>
  one.fileName === two.fileName ? one.ordinal - two.ordinal : one.fileName < two.fileName ? -1 : 1

interface Linked {
  links: readonly Link[]
  question: string
  searched: number
}

/** Returns what each passage gains, as a share of the seeds’ scores. */
function gainsOf(
  sorted: readonly RankedPassage[],
  seeds: readonly RankedPassage[],
  { links, question, searched }: Linked,
): Map<string, number> {
  const asked = ` ${keyOf(question)} `
  const titles = new Map(
    sorted.map((passage) => [passage.passageId, entityOfTitle(titleOf(passage.fileName))?.key]),
  )
  const byTitle = new Map<string, number>()
  const byShared = new Map<string, number>()
  for (const seed of seeds) {
    const own = links.filter(({ seedId }) => seedId === seed.passageId)
    const named = new Set(own.filter(({ isTitle }) => isTitle).map(({ key }) => key))
    const ownTitle = titles.get(seed.passageId)
    const titled = own
      .filter(({ isTitle, key }) => isTitle && key !== ownTitle)
      .map(({ passageId }) => passageId)
    const ofKnownFiles = sorted
      .filter(({ fileId, passageId }) => fileId !== seed.fileId && named.has(titles.get(passageId) ?? ''))
      .map(({ passageId }) => passageId)
    for (const id of [...titled, ...ofKnownFiles]) raise(byTitle, id, TITLE_WEIGHT * seed.score)
    const shared = new Map<string, number>()
    for (const { passageId, key, df } of own) {
      if (df > MOST_NAMED || asked.includes(` ${key} `)) continue
      shared.set(passageId, (shared.get(passageId) ?? 0) + idf(searched, df))
    }
    for (const [id, weight] of shared)
      raise(byShared, id, SHARED_WEIGHT * seed.score * Math.min(1, weight / ENOUGH_SHARED))
  }
  const all = new Set([...byTitle.keys(), ...byShared.keys()])
  return new Map([...all].map((id) => [id, (byTitle.get(id) ?? 0) + (byShared.get(id) ?? 0)]))
}

function raise(gains: Map<string, number>, id: string, by: number): void {
  gains.set(id, Math.max(gains.get(id) ?? 0, by))
}
