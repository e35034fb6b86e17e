import { limits } from '@parlance/contract/limits'
import { AppError } from '../../../platform/errors.ts'
import type { Knowledge } from '../../knowledge/index.ts'
import { spreadOver } from './choosing.ts'
import type { SourcePassage } from './rules/proposal.ts'

/** A long file isn't held in memory as a whole. */
const MOST_CHARACTERS = 400_000

/** What was read of a file. */
export interface ReadFile {
  passages: SourcePassage[]
  /** How many passages the file has. */
  total: number
}

/** Reads passages from all over a file. The caller has checked that the user can read it. */
export async function readSpread({ reading }: Pick<Knowledge, 'reading'>, fileId: string): Promise<ReadFile> {
  const [file] = await reading.filesById([fileId])
  if (!file) throw new AppError('performanceCase.fileUnread')
  const places = spreadOver(
    Array.from({ length: file.passages }, (_, at) => at),
    limits.generatedFromPassages,
  )
  const [found, headings] = await Promise.all([reading.at(fileId, places), reading.headings(fileId)])
  if (found.length === 0) throw new AppError('performanceCase.fileUnread')
  const starts = new Set(headings.map(({ ordinal }) => ordinal))
  let room = MOST_CHARACTERS
  const passages = found.flatMap(({ heading, text, page, ordinal }) => {
    room -= text.length
    return room < 0 ? [] : [{ heading, text, page, beginsSection: starts.has(ordinal) }]
  })
  return { passages, total: file.passages }
}
