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
  /** The title that the person wants, which can be not saved yet. */
  title: string
  /** As it is stored, as far as it is known here. */
  document: CanvasDocument
  error: unknown
  /** What both wrote in the same place. It stays until what the person chose is stored. */
  conflict: (Merged & { mine: string; theirs: string }) | null
}

type Choice = 'Mine' | 'Theirs' | 'Both'

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
  /** Saves one after another. */
  #turn: Promise<unknown> = Promise.resolve()
  #running = 0
  /** A text that replaced another one and isn't saved yet. */
  #replaced: { text: string; by: 'Person' | 'Model' } | null = null
  /** How the person wants the conflict to end. */
  #choice: Choice | null = null
  /** The text from which both sides of the conflict come. */
  #mergedFrom = ''
  /** The text with both sides of the conflict. */
  #joined: string | null = null

  constructor(document: CanvasDocument, needs: Needs) {
    this.#needs = needs
    this.#text = normalized(document.content)
    this.#base = this.#text
    this.#editingId = needs.newId()
    const { title } = document
    this.state = observable<SessionState>({ status: 'Saved', title, document, error: null, conflict: null })
  }

  get text(): string {
    return this.#text
  }

  /** Whether something isn't stored: text, the title, or the choice in a conflict. */
  get isDirty(): boolean {
    return this.#isTextDirty || this.#isTitleDirty || this.state.read().conflict !== null
  }

  get #isTextDirty(): boolean {
    return this.#text !== this.#base
  }

  get #isTitleDirty(): boolean {
    const { title, document } = this.state.read()
    return title !== document.title
  }

  /** Takes what a person typed. */
  typed(text: string): void {
    if (text === this.#text) return
    this.#text = text
    const now = Date.now()
    if (now - this.#typedAt > SESSION_MS) this.#editingId = this.#needs.newId()
    this.#typedAt = now
    const { status, conflict } = this.state.read()
    if (conflict || status === 'Gone') return
    this.#set({ status: this.isDirty ? 'Unsaved' : 'Saved', error: null })
    this.#schedule(PAUSE_MS)
  }

  /** Takes what is stored, which someone else may have changed. */
  receive(document: CanvasDocument): void {
    const { document: known, status, conflict } = this.state.read()
    if (document.version <= known.version || this.#running > 0) return
    // What the person chooses is merged with it then.
    if (status === 'Gone' || conflict) return
    this.#take(document)
    if (this.state.read().status === 'Unsaved') this.#schedule(PAUSE_MS)
  }

  /** Says that the document was deleted. The text stays where it is. */
  gone(): void {
    this.#cancel?.()
    this.#set({ status: 'Gone', conflict: null })
  }

  /** Saves what isn’t saved. Returns whether it is. More can be typed meanwhile. */
  flush(): Promise<boolean> {
    this.#cancel?.()
    return this.#inTurn(() => this.#flush())
  }

  /** Saves until what is stored is exactly what the editor shows. Returns whether it is. */
  settle(): Promise<boolean> {
    this.#cancel?.()
    return this.#inTurn(() => this.#settle())
  }

  /** Saves another title. One that can’t be saved is tried again with the text. */
  rename(title: string): Promise<boolean> {
    this.#set({ title })
    return this.flush()
  }

  /**
   * Stores a text as a version of its own: a model’s proposal, or an earlier version. `make` gets the text when everything
   * before is saved, and returns null if it can’t be replaced any more. Returns whether it was replaced. If it can’t be
   * saved then, that is tried again as with typed text.
   */
  replace(make: (now: string) => string | null, by: 'Person' | 'Model'): Promise<boolean> {
    this.#cancel?.()
    return this.#inTurn(async () => {
      if (!(await this.#settle())) return false
      const made = make(this.#text)
      if (made === null) return false
      const text = normalized(made)
      if (text === this.#text) return true
      this.#replaced = { text, by }
      this.#text = text
      this.#needs.show(text)
      await this.#flush()
      return true
    })
  }

  /** Ends a conflict. What isn’t chosen stays as an earlier version. */
  resolve(choice: Choice): Promise<boolean> {
    if (!this.state.read().conflict) return Promise.resolve(true)
    this.#cancel?.()
    return this.#inTurn(() => {
      this.#choice = choice
      return this.#choose()
    })
  }

  #inTurn(work: () => Promise<boolean>): Promise<boolean> {
    this.#running += 1
    const done = this.#turn.then(work).finally(() => {
      this.#running -= 1
    })
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #flush(): Promise<boolean> {
    this.#cancel?.()
    const { status, conflict } = this.state.read()
    if (status === 'Gone') return false
    if (conflict && !(this.#choice && (await this.#choose()))) return false
    if (this.#isTextDirty && !(await this.#saveText())) return false
    if (this.#isTitleDirty) return this.#save({ title: this.state.read().title })
    if (!this.isDirty) this.#set({ status: 'Saved', error: null })
    return true
  }

  async #settle(): Promise<boolean> {
    do {
      if (!(await this.#flush())) return false
    } while (this.isDirty)
    // Places in the text are counted with one kind of line breaks.
    const { content } = this.state.read().document
    return content === normalized(content) || this.#save({ content: this.#text })
  }

  #saveText(): Promise<boolean> {
    const replaced = this.#replaced
    this.#replaced = null
    if (replaced?.text !== this.#text) return this.#save({ content: this.#text, editingId: this.#editingId })
    const { text, by } = replaced
    return this.#save({ content: text, by }).then((isSaved) => {
      // What is typed from now on is another version.
      if (isSaved) this.#editingId = this.#needs.newId()
      else this.#replaced = replaced
      return isSaved
    })
  }

  async #choose(): Promise<boolean> {
    const { conflict } = this.state.read()
    if (!conflict) return true
    if (this.#choice === 'Both' && this.#text !== this.#joined) {
      this.#joined = merged(this.#mergedFrom, this.#text, conflict.theirs).text
      this.#text = this.#joined
      this.#needs.show(this.#text)
    }
    if (this.#choice === 'Theirs') {
      // Stored first, so that it can be restored.
      const isMine = this.#isTextDirty && this.#text !== conflict.theirs
      if (isMine && !(await this.#save({ content: this.#text }))) return false
      this.#text = this.state.read().conflict?.theirs ?? conflict.theirs
      this.#needs.show(this.#text)
    }
    if (this.#isTextDirty && !(await this.#save({ content: this.#text }))) return false
    this.#choice = null
    this.#joined = null
    this.#set({ conflict: null })
    this.#set({ status: this.isDirty ? 'Unsaved' : 'Saved', error: null })
    return true
  }

  #set(changed: Partial<SessionState>): void {
    this.state.set({ ...this.state.read(), ...changed })
  }

  #schedule(ms: number): void {
    this.#cancel?.()
    this.#cancel = this.#needs.later(() => void this.flush(), ms)
  }

  /** Shows the title of others, unless the person has changed it. */
  #taken(document: CanvasDocument): Pick<SessionState, 'document' | 'title'> {
    const { title } = this.state.read()
    return { document, title: this.#isTitleDirty ? title : document.title }
  }

  /** Merges what is stored into the text. */
  #take(document: CanvasDocument): void {
    const theirs = normalized(document.content)
    const { conflict } = this.state.read()
    if (conflict && this.#choice === 'Theirs') {
      this.#takeTheirs(document, conflict)
      return
    }
    const result = merged(this.#base, this.#text, theirs)
    if (result.conflicts.length > 0) {
      this.#mergedFrom = this.#base
      this.#base = theirs
      this.#choice = null
      this.#joined = null
      this.#cancel?.()
      this.#set({
        ...this.#taken(document),
        status: 'Conflict',
        conflict: { ...result, mine: this.#text, theirs },
      })
      return
    }
    this.#base = theirs
    if (result.text !== this.#text) {
      this.#text = result.text
      this.#needs.show(result.text)
    }
    this.#set(this.#taken(document))
    this.#set({ status: this.isDirty ? 'Unsaved' : 'Saved', error: null })
  }

  /** Takes what others stored after the person chose their text. */
  #takeTheirs(document: CanvasDocument, conflict: NonNullable<SessionState['conflict']>): void {
    const theirs = normalized(document.content)
    this.#base = theirs
    // A retry after a lost response finds what it has saved.
    const isOwn = theirs === this.#text
    if (!isOwn && this.#text === conflict.theirs) {
      this.#text = theirs
      this.#needs.show(theirs)
    }
    this.#set({ ...this.#taken(document), ...(!isOwn && { conflict: { ...conflict, theirs } }) })
  }

  async #save(change: Change): Promise<boolean> {
    this.#set({ status: 'Saving' })
    const { content, title } = change
    const outcome = await this.#needs.save(this.state.read().document.version, change)
    if (outcome.kind === 'Saved') {
      if (content !== undefined) this.#base = content
      const wanted = this.state.read().title
      const { document } = outcome
      this.#set(
        title !== undefined && wanted === title ? { document, title: document.title } : this.#taken(document),
      )
      this.#set({ status: this.isDirty ? 'Unsaved' : 'Saved', error: null })
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
    if (title !== undefined) return this.#save(change)
    // A retry after a lost response finds what it has saved.
    if (!this.#isTextDirty) return true
    return this.#save({ ...change, content: this.#text })
  }
}
