import { holdPage } from '../../../../base/unsaved.ts'
import type { DocumentSession } from './DocumentSession.ts'

export interface Kept {
  session: DocumentSession
  shown: { show: (text: string) => void }
  /** How many views show it. */
  mounts: number
}

/** The editing that is open or not fully saved, by document. */
const sessions = new Map<string, Kept>()

export const sessionOf = (documentId: string): Kept | undefined => sessions.get(documentId)

export const isUnsaved = (documentId: string): boolean => sessions.get(documentId)?.session.isDirty ?? false

export const isAnythingUnsaved = (): boolean => [...sessions.values()].some(({ session }) => session.isDirty)

/** Keeps editing while a view shows it, and then until everything is saved. Returns a function for when the view closes. */
export function mounted(documentId: string, kept: Kept): () => void {
  sessions.set(documentId, kept)
  kept.mounts += 1
  guardPage()
  return () => {
    kept.mounts -= 1
    if (kept.mounts > 0) return
    kept.shown.show = () => undefined
    let stop = () => {}
    const end = () => {
      if (kept.mounts > 0) return stop()
      const { status } = kept.session.state.read()
      if (kept.session.isDirty && status !== 'Gone') return
      stop()
      if (sessions.get(documentId) === kept) sessions.delete(documentId)
    }
    stop = kept.session.state.subscribe(end)
    void kept.session.flush().then(end)
  }
}

let isGuarded = false
/** Closing the page asks first while something isn’t saved, also after its panel was closed. */
function guardPage(): void {
  if (isGuarded) return
  isGuarded = true
  holdPage(isAnythingUnsaved)
  addEventListener('beforeunload', (event) => {
    if (!isAnythingUnsaved()) return
    event.preventDefault()
    saveAll()
  })
  // A save can outlive the page if it isn’t large.
  addEventListener('pagehide', saveAll)
  addEventListener('blur', saveAll)
}

function saveAll(): void {
  for (const { session } of sessions.values()) if (session.isDirty) void session.flush()
}
