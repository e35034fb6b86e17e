import type { FileReading, RankedPassage, ReadableFile } from '../../../knowledge/index.ts'
import { estimateTokens } from '../../execution/tokens.ts'
import { placeAfter, textAfter } from '../sources.ts'

/** A file that the model reads as a whole. */
export interface WholeDocument {
  file: ReadableFile
  passages: RankedPassage[]
  /** Our estimate of what it takes in a prompt. */
  tokens: number
}

/** The fewest tokens per character of any text: a file with more characters than this allows can't fit. */
const LEAST_TOKENS = 0.3
/** The frame and the name of a file. */
const FILE_TOKENS = 60
const MARKER_TOKENS = 6

/**
 * Reads as many of these files as fit in `tokens`, each as a whole. Earlier files come first; one that doesn't fit
 * leaves its room to the next.
 */
export async function readWhole(
  reading: Pick<FileReading, 'inOrder'>,
  files: readonly ReadableFile[],
  tokens: number,
): Promise<WholeDocument[]> {
  let left = tokens
  const wanted: ReadableFile[] = []
  for (const file of files) {
    const least = file.characters * LEAST_TOKENS + FILE_TOKENS
    if (least > left) continue
    wanted.push(file)
    left -= least
  }
  if (wanted.length === 0) return []
  const read = Map.groupBy(await passagesOf(reading, wanted), (passage) => passage.fileId)
  left = tokens
  return wanted.flatMap((file) => {
    const own = read.get(file.fileId) ?? []
    const cost = tokensOf(own)
    // A file that was replaced or deleted meanwhile isn't whole.
    if (own.length !== file.passages || cost > left) return []
    left -= cost
    return { file, passages: own, tokens: cost }
  })
}

/** Returns all passages of these files, which are few enough for a prompt. A statement returns only so many of each. */
async function passagesOf(
  reading: Pick<FileReading, 'inOrder'>,
  files: readonly ReadableFile[],
): Promise<RankedPassage[]> {
  const passages: RankedPassage[] = []
  let from = 0
  for (let rest = files; rest.length > 0; rest = rest.filter((file) => file.passages > from)) {
    const read = await reading.inOrder(rest.map(({ fileId, characters }) => ({ fileId, from, characters })))
    if (read.length === 0) break
    passages.push(...read)
    from = Math.max(...read.map(({ ordinal }) => ordinal)) + 1
  }
  return passages
}

/** Returns our estimate of the tokens of these passages in order, with their numbers and places. */
function tokensOf(passages: readonly RankedPassage[]): number {
  return passages.reduce(
    (sum, passage, at) => sum + tokensAfter(at > 0 ? passages[at - 1] : undefined, passage),
    FILE_TOKENS,
  )
}

/** Returns our estimate of the tokens that a passage adds to a document after the passage before it. */
export const tokensAfter = (before: RankedPassage | undefined, passage: RankedPassage): number =>
  MARKER_TOKENS + estimateTokens(placeAfter(before, passage) + textAfter(before, passage))

/** Returns our estimate of the tokens of a file whose text hasn't been read. */
export const wholeTokensOf = ({ characters }: ReadableFile): number =>
  Math.ceil(characters * LEAST_TOKENS * 1.1)

/** What a model is told about a file next to its name. */
export const aboutFile = ({ pages }: ReadableFile): string => (pages === null ? '' : ` (${pages} pages)`)
