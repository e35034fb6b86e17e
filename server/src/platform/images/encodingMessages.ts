/** The output size in pixels: the image is scaled to fit inside, to cover the whole shape, or to fill it. */
export interface Shape {
  width: number
  height: number
  fit: 'inside' | 'cover' | 'fill'
}

/** What is written in addition to an image: a small square PNG for browser tabs, or a WebP in another shape. */
export type Small = 'icon' | Shape

export interface EncodingRequest {
  bytes: Buffer
  isSvg: boolean
  shape: Shape
  /** JPEG has no transparency, so the image is placed on white. Every program can read it. */
  format: 'webp' | 'jpeg' | 'png'
  small: Small
  /** Images with more pixels aren't read. */
  pixels: number
}

export type EncodingAnswer =
  | { kind: 'encoded'; bytes: Uint8Array; small: Uint8Array; width: number; height: number }
  | { kind: 'failed'; code: 'image.broken' | 'image.tooLarge' | 'image.tooHard' }
