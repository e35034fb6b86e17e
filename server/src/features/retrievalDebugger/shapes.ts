import type { FoundPassage } from '@parlance/contract/dataSources'
import type { z } from 'zod'
import type { RankedPassage } from '../knowledge/index.ts'

type Shown = Omit<z.output<typeof FoundPassage>, 'score'>

/** Returns a passage as people see it. */
export function passageOf(passage: Omit<RankedPassage, 'score'>): Shown {
  const { passageId, dataSourceId, fileId, fileName, ordinal, page, locator, heading, text } = passage
  return { passageId, dataSourceId, fileId, fileName, ordinal, page, locator, heading, text }
}
