import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { createExtractor } from '../extraction/extractor.ts'
import type { MimeType } from '../extraction/sniff.ts'
import type { IndexablePassage } from '../passages/indexable.ts'

interface UnreadPage {
  name: string
  mimeType: MimeType
  bytes: Buffer
}

/** Reads pages of the web in a process without rights, like files of libraries, but without storing them. */
export interface PageTexts {
  /** Returns the first passages of a page. Throws if it can't be read, or if too many are waiting. */
  read(page: UnreadPage): Promise<IndexablePassage[]>
  close(): void
}

/** Someone waits for the answer. */
const STEP_MS = 5000
const MOST_WAITING = 16
const MOST_PASSAGES = 100

export function createPageTexts(): PageTexts {
  const extractor = createExtractor({ stepLimitMs: STEP_MS })
  const oneAtATime = pLimit(1)
  async function readPage({ name, mimeType, bytes }: UnreadPage): Promise<IndexablePassage[]> {
    try {
      await extractor.open({ size: bytes.length, read: () => Readable.from([bytes]), mimeType, name })
      return (await extractor.next(MOST_PASSAGES)).passages
    } finally {
      extractor.release()
    }
  }
  return {
    async read(page) {
      if (oneAtATime.pendingCount >= MOST_WAITING) throw new Error('Too many pages are waiting to be read.')
      return oneAtATime(() => readPage(page))
    },
    close: () => extractor.close(),
  }
}
