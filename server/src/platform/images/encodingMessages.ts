/** What an image is written as: it is made to fit inside, or to cover the shape whole. Pixels. */
export interface Shape {
  width: number
  height: number
  fit: 'inside' | 'cover'
}

/** What is written beside an image: a small square PNG for browsers' tabs, or a WebP of another shape. */
export type Small = 'icon' | Shape

export interface EncodingRequest {
  bytes: Buffer
  isSvg: boolean
  shape: Shape
  /** JPEG has no transparency: it is laid on white, and every program reads it. */
  format: 'webp' | 'jpeg'
  small: Small
  /** No image with more is read. */
  pixels: number
}

export type EncodingAnswer =
  | { kind: 'encoded'; bytes: Uint8Array; small: Uint8Array; width: number; height: number }
  | { kind: 'failed'; code: 'image.broken' | 'image.tooLarge' | 'image.tooHard' }
