import { useState } from 'react'
import { localStored } from '../../base/storage.ts'
import type { Entry } from './data/api.ts'
import { isSeen, type Seen, seenOf } from './progress.ts'

const KEY = 'checklistHidden'

/** Whether the checklist is hidden in this browser. It reappears when another item opens. */
export function useHidden(entries: readonly Entry[]) {
  const [seen, setSeen] = useState(() => localStored.read<Seen>(KEY))
  return {
    hidden: seen !== undefined && isSeen(entries, seen),
    hide() {
      const now = seenOf(entries)
      localStored.write(KEY, now)
      setSeen(now)
    },
    show() {
      localStored.remove(KEY)
      setSeen(undefined)
    },
  }
}
