/** Colors of the page for diagrams, as `#rrggbb`. */
export interface DiagramColors {
  background: string
  surface: string
  sunken: string
  text: string
  secondaryText: string
  line: string
  strongLine: string
  accent: string
  accentText: string
  /** Of series and slices, in their order. */
  fills: string[]
  /** Of text on the fills. */
  onFills: string
}

/** How a diagram looks on the page. */
export interface DiagramLook {
  dark: boolean
  colors: DiagramColors
  font: string
}

/** Sent to the frame. */
export interface DrawRequest {
  id: number
  text: string
  look: DiagramLook
}

/** An SVG image with its size in pixels. */
export interface DrawnSvg {
  svg: string
  width: number
  height: number
}

/** Sent by the frame: once when it is ready, with whether it has a process of its own, and then for each request. */
export type FrameAnswer =
  | { kind: 'ready'; isolated: boolean }
  | ({ kind: 'drawn'; id: number } & DrawnSvg)
  | { kind: 'failed'; id: number; reason: string }

/** Longer sources aren’t drawn. Mermaid’s own limit is the same. */
export const maxSourceBytes = 50_000
/** In a frame that shares the page’s process, a diagram with more parts would keep the page from responding. */
const mostPartsBeside = 250
/** Larger images would take too long to show. */
export const maxSvgLength = 1_500_000
export const maxSide = 20_000
const maxReasonLength = 200

const isSide = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= maxSide

/**
 * Reads a message of the frame. Returns null for anything but an answer with plausible values, because the frame is
 * trusted no more than the text that it draws.
 */
export function readAnswer(data: unknown): FrameAnswer | null {
  if (typeof data !== 'object' || data === null) return null
  const { kind, id, svg, width, height, reason, isolated } = data as Record<string, unknown>
  if (kind === 'ready') return { kind, isolated: isolated === true }
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null
  if (kind === 'failed' && typeof reason === 'string')
    return { kind, id, reason: reason.slice(0, maxReasonLength) }
  if (kind !== 'drawn' || typeof svg !== 'string' || !isSide(width) || !isSide(height)) return null
  return svg.length <= maxSvgLength ? { kind, id, svg, width, height } : null
}

/** Whether a source is short enough to be drawn. */
export const isDrawable = (text: string): boolean =>
  text.length <= maxSourceBytes && new TextEncoder().encode(text).length <= maxSourceBytes

/** Statements and connections, whose number decides how long a diagram takes. */
const part = /[\n;&]|-->|---|--|==|-\.|~~~/g

/** Whether a diagram is drawn so quickly that a frame can do it in the page’s process. */
export const isQuick = (text: string): boolean => (text.match(part)?.length ?? 0) <= mostPartsBeside
