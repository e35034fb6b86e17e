import { observable } from '../../../base/observable.ts'

export interface OpenDocument {
  conversationId: string
  /** Null for the list of documents. */
  documentId: string | null
}

/** The document beside the chat. There is a single panel. */
export const openedDocument = observable<{ document: OpenDocument | null }>({ document: null })

/** The pressed element, which gets the focus back. */
let opener: Element | null = null

export function openDocument(document: OpenDocument): void {
  opener = globalThis.document.activeElement
  openedDocument.set({ document })
}

/** Shows another document, or the list, in the panel that is open. */
export const stepToDocument = (document: OpenDocument): void => openedDocument.set({ document })

export function closeDocument(): void {
  openedDocument.set({ document: null })
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
      opener.focus({ preventScroll: true })
  })
}
