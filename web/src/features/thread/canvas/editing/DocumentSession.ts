import { observable } from '../../../../base/observable.ts'
import type { CanvasDocument } from '../data/api.ts'
import { type Merged, merged } from './merge.ts'

export interface Change {
  content?: string
  title?: string
  editingId?: string
  by?: 'Person' | 'Model'
}

/** What became of a change. `Stale` has what is stored instead. */
export type Outcome =
  | { kind: 'Saved'; document: CanvasDocument }
  | { kind: 'Stale'; document: CanvasDocument }
  | { kind: 'Gone' }
  | { kind: 'Failed'; error: unknown; isFinal: boolean }

export interface SessionState {
  status: 'Saved' | 'Unsaved' | 'Saving' | 'Failed' | 'Refused' | 'Conflict' | 'Gone'
  /** As it is stored, as far as it is known here. */
  document: CanvasDocument
  error: unknown
  /** What both wrote in the same place. */
  conflict: (Merged & { mine: string; theirs: string }) | null
}

interface Needs {
  save(version: number, change: Change): Promise<Outcome>
  newId(): string
  /** Shows another text in the editor. */
  show(text: string): void
  /** Runs work later. Returns a function that cancels it. */
  later(work: () => void, ms: number): () => void
}

/** How long after the last key a text is saved, and a save is tried again. */
const PAUSE_MS = 1200
const RETRY_MS = 5000
/** A person who hasn’t typed for so long begins another version. */
const SESSION_MS = 10 * 60_000

/** Editors have one kind of line break. */
export const normalized = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/**
 * Saves what a person types into a document, and merges what others store meanwhile. What both changed in the same place is
 * shown to the person, and nothing is saved until they have chosen.
 */
export class DocumentSession {
  readonly state
  readonly #needs: Needs
  #text: string
  /** The stored text that the edits started from. */
  #base: string
  #editingId: string
  #typedAt = 0
  #cancel: (() => void) | null = null
  #saving: Promise<boolean> | null = null

  constructor(document: CanvasDocument, needs: Needs) {
    this.#needs = needs
    this.#text = normalized(document.content)
    this.#base = this.#text
    this.#editingId = needs.newId()
    this.state = observable<SessionState>({ status: 'Saved', document, error: null, conflict: null })
  }

  get text(): string {
    return this.#text
  }

  get isDirty(): boolean {
    return this.#text !== this.#base
  }

  /** Takes what a person typed. */
  typed(text: string): void {
    if (text === this.#text) return
    this.#text = text
    const now = Date.now()
    if (now - this.#typedAt > SESSION_MS) this.#editingId = this.#needs.newId()
    this.#typedAt = now
    const { status } = this.state.read()
    if (status === 'Conflict' || status === 'Gone') return
    this.#set({ status: this.isDirty ? 'Unsaved' : 'Saved', error: null })
    this.#schedule(PAUSE_MS)
  }

  /** Takes what is stored, which someone else may have changed. */
  receive(document: CanvasDocument): void {
    const { document: known, status } = this.state.read()
    if (document.version <= known.version || this.#saving) return
    // What the person chooses is merged with it then.
    if (status === 'Gone' || status === 'Conflict') return
    this.#take(document)
    if (this.state.read().status === 'Unsaved') this.#schedule(PAUSE_MS)
  }

  /** Says that the document was deleted. The text stays where it is. */
  gone(): void {
    this.#cancel?.()
    this.#set({ status: 'Gone' })
  }

  /** Saves what isn’t saved. Returns whether everything is. */
  async flush(): Promise<boolean> {
    this.#cancel?.()
    while (this.#saving) await this.#saving
    if (!this.isDirty) return this.state.read().status !== 'Conflict'
    const { status } = this.state.read()
    if (status === 'Conflict' || status === 'Gone') return false
    return this.#save({ content: this.#text, editingId: this.#editingId })
  }

  async rename(title: string): Promise<boolean> {
    if (!(await this.flush())) return false
    return this.#save({ title })
  }

  /** Stores a text as a version of its own: a model’s proposal, or an earlier version. */
  async replace(text: string, by: 'Person' | 'Model'): Promise<boolean> {
    if (!(await this.flush())) return false
    this.#text = text
    this.#needs.show(text)
    const isSaved = await this.#save({ content: text, by })
    this.#editingId = this.#needs.newId()
    return isSaved
  }

  /** Ends a conflict. What isn’t chosen stays as an earlier version. */
  async resolve(choice: 'Mine' | 'Theirs' | 'Both'): Promise<boolean> {
    const { conflict } = this.state.read()
    if (!conflict) return true
    const mine = this.#text
    this.#set({ conflict: null, status: 'Unsaved' })
    if (choice === 'Mine') return this.#save({ content: mine })
    if (choice === 'Theirs') {
      // Stored first, so that it can be restored.
      if (!(await this.#save({ content: mine }))) return false
      this.#text = conflict.theirs
      this.#needs.show(this.#text)
      return this.#save({ content: this.#text })
    }
    this.#text = merged(this.#mergedFrom ?? '', mine, conflict.theirs).text
    this.#needs.show(this.#text)
    return this.#save({ content: this.#text })
  }

  /** The text from which both sides of the conflict come. */
  #mergedFrom: string | null = null

  #set(changed: Partial<SessionState>): void {
    this.state.set({ ...this.state.read(), ...changed })
  }

  #schedule(ms: number): void {
    this.#cancel?.()
    this.#cancel = this.#needs.later(() => void this.flush(), ms)
  }

  /** Merges what is stored into the text. */
  #take(document: CanvasDocument): void {
    const theirs = normalized(document.content)
    const result = merged(this.#base, this.#text, theirs)
    if (result.conflicts.length > 0) {
      this.#mergedFrom = this.#base
      this.#base = theirs
      this.#cancel?.()
      this.#set({ document, status: 'Conflict', conflict: { ...result, mine: this.#text, theirs } })
      return
    }
    this.#base = theirs
    if (result.text !== this.#text) {
      this.#text = result.text
      this.#needs.show(result.text)
    }
    this.#set({ document, status: this.isDirty ? 'Unsaved' : 'Saved', error: null })
  }

  #save(change: Change): Promise<boolean> {
    const work = this.#saveUntilTaken(change).finally(() => {
      this.#saving = null
    })
    this.#saving = work
    return work
  }

  async #saveUntilTaken(change: Change): Promise<boolean> {
    this.#set({ status: 'Saving' })
    const sent = change.content
    const outcome = await this.#needs.save(this.state.read().document.version, change)
    if (outcome.kind === 'Saved') {
      if (sent !== undefined) this.#base = sent
      this.#set({
        document: outcome.document,
        status: this.isDirty ? 'Unsaved' : 'Saved',
        error: null,
      })
      if (this.isDirty) this.#schedule(PAUSE_MS)
      return true
    }
    if (outcome.kind === 'Gone') {
      this.gone()
      return false
    }
    if (outcome.kind === 'Failed') {
      this.#set({ status: outcome.isFinal ? 'Refused' : 'Failed', error: outcome.error })
      if (!outcome.isFinal) this.#schedule(RETRY_MS)
      return false
    }
    this.#take(outcome.document)
    if (this.state.read().status === 'Conflict') return false
    if (change.title !== undefined) return this.#saveUntilTaken(change)
    // A retry after a lost response finds what it has saved.
    if (!this.isDirty) return true
    return this.#saveUntilTaken({ ...change, content: this.#text })
  }
}
