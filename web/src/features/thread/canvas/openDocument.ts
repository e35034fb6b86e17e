import { observable } from '../../../base/observable.ts'

export interface OpenDocument {
  conversationId: string
  /** Null for the list of documents. */
  documentId: string | null
}

interface Opened {
  document: OpenDocument | null
  /** Only what a person opens gets the focus. */
  by: 'Person' | 'Answer'
}

/** The document beside the chat. There is a single panel. */
export const openedDocument = observable<Opened>({ document: null, by: 'Person' })

/** Says whether the person is using the open document. */
let isInUse = (): boolean => false

/** Keeps answers from replacing the open document while it is in use. Returns a function that ends this. */
export function holdDocument(isHeld: () => boolean): () => void {
  isInUse = isHeld
  return () => {
    if (isInUse === isHeld) isInUse = () => false
  }
}

/** The pressed element, which gets the focus back. */
let opener: Element | null = null

export function openDocument(document: OpenDocument): void {
  opener = globalThis.document.activeElement
  openedDocument.set({ document, by: 'Person' })
}

/** Opens a document that an answer wrote, unless it is open or the person is using another one. */
export function openFromAnswer(document: OpenDocument): void {
  const open = openedDocument.read().document
  if (open?.conversationId === document.conversationId && open.documentId === document.documentId) return
  if (open && isInUse()) return
  opener = globalThis.document.activeElement
  openedDocument.set({ document, by: 'Answer' })
}

/** Shows another document, or the list, in the panel that is open. */
export const stepToDocument = (document: OpenDocument): void => openedDocument.set({ document, by: 'Person' })

export function closeDocument(): void {
  openedDocument.set({ document: null })
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
      opener.focus({ preventScroll: true })
  })
}
