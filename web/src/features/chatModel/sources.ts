import { citationPlace } from '@parlance/contract/citationPlace'
import { observable } from '../../base/observable.ts'
import { conversationTexts } from './lang/en.ts'
import type { Citation } from './segments.ts'

export interface OpenSource {
  conversationId: string | null
  conversationSegmentId: string | null
  number: number
  citation: Citation
  /** All sources of the answer, to go through them. */
  among: readonly Citation[]
  /** Shows again what the source was opened from and took the place of. */
  back?: () => void
}

/** The source shown in the panel. One panel serves all answers. */
export const openedSource = observable<{ source: OpenSource | null }>({ source: null })

/** The pressed element, recorded before the notes are replaced by the panel. */
let opener: Element | null = null

export function openSource(source: OpenSource): void {
  opener = document.activeElement
  openedSource.set({ source })
}

/** Shows another source of the same answer. The panel still returns the focus to what opened it. */
export const stepToSource = (source: OpenSource): void => openedSource.set({ source })

/** Returns the element to focus when the panel closes: the pressed one, or the one in its place now. */
export function placeOfOpener({ conversationSegmentId, number }: OpenSource): HTMLElement | null {
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) return opener
  return document.getElementById(`source-${conversationSegmentId}-${number}`)?.querySelector('button') ?? null
}

export const closeSource = (): void => openedSource.set({ source: null })

/** Closes a source that a person has read, and shows again what was in its place before. */
export function leaveSource({ back }: OpenSource): void {
  closeSource()
  back?.()
}

/** Returns the place after a source's name, including its comma, or an empty string if the source has none. */
export function sourcePlace(citation: Pick<Citation, 'page' | 'locator'>): string {
  const t = conversationTexts.text
  const place = citationPlace(citation, {
    page: (page) => t('page', { page }),
    slide: (slide) => t('slide', { slide }),
    table: (table) => t('tableNumber', { table }),
    lines: (first, last) => (first === last ? t('line', { line: first }) : t('lines', { first, last })),
  })
  return place === null ? '' : t('placeAfter', { place })
}

export const sourceTitle = (citation: Citation): string => citation.title + sourcePlace(citation)
