import { observable } from '../../base/observable.ts'
import { conversationTexts } from './lang/en.ts'
import type { Citation } from './segments.ts'

export interface OpenSource {
  conversationId: string | null
  conversationSegmentId: string | null
  number: number
  citation: Citation
}

/** The source shown in the panel. One panel serves all answers. */
export const openedSource = observable<{ source: OpenSource | null }>({ source: null })

/** The pressed element, recorded before the notes are replaced by the panel. */
let opener: Element | null = null

export function openSource(source: OpenSource): void {
  opener = document.activeElement
  openedSource.set({ source })
}

/** Returns the element to focus when the panel closes: the pressed one, or the one in its place now. */
export function placeOfOpener({ conversationSegmentId, number }: OpenSource): HTMLElement | null {
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) return opener
  return document.getElementById(`source-${conversationSegmentId}-${number}`)?.querySelector('button') ?? null
}

export const closeSource = (): void => openedSource.set({ source: null })

/**
 * Returns the page after a source's name, including its comma, or an empty string if the source has no pages.
 */
export const sourcePage = ({ page }: Citation): string =>
  page === null ? '' : conversationTexts.text('page', { page })

export const sourceTitle = (citation: Citation): string => citation.title + sourcePage(citation)
