import { observable } from '../../base/observable.ts'
import { conversationTexts } from './conversationTexts.ts'
import type { Citation } from './segments.ts'

export interface OpenSource {
  conversationId: string | null
  conversationSegmentId: string | null
  number: number
  citation: Citation
}

/** The source that the panel shows. One panel serves all answers. */
export const openedSource = observable<{ source: OpenSource | null }>({ source: null })

/** What was pressed: asked before the notes give way to the panel. */
let opener: Element | null = null

export function openSource(source: OpenSource): void {
  opener = document.activeElement
  openedSource.set({ source })
}

/** Where the focus goes when the panel has closed: what was pressed, or what stands in its place now. */
export function placeOfOpener({ conversationSegmentId, number }: OpenSource): HTMLElement | null {
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) return opener
  return document.getElementById(`source-${conversationSegmentId}-${number}`)?.querySelector('button') ?? null
}

export const closeSource = (): void => openedSource.set({ source: null })

/** The page after a source's name, with its comma; nothing where the source has no pages. */
export const sourcePage = ({ page }: Citation): string =>
  page === null ? '' : conversationTexts.text('page', { page })

export const sourceTitle = (citation: Citation): string => citation.title + sourcePage(citation)
