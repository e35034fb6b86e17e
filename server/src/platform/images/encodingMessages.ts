/** What an image is written as: it is made to fit inside, or to cover the shape whole. Pixels. */
export interface Shape {
  width: number
  height: number
  fit: 'inside' | 'cover'
}

export interface EncodingRequest {
  bytes: Buffer
  isSvg: boolean
  shape: Shape
  /** No image with more is read. */
  pixels: number
}

export type EncodingAnswer =
  | { kind: 'encoded'; bytes: Uint8Array; icon: Uint8Array; width: number; height: number }
  | { kind: 'failed'; code: 'image.broken' | 'image.tooLarge' | 'image.tooHard' }
