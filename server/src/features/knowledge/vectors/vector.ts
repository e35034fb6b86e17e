/**
 * How vectors are stored: a byte for each dimension, and its sign as a bit. Many are compared by their signs in the
 * database, and the nearest of them by their bytes.
 */

const MAX_BYTE = 127

/** Returns the components as signed bytes, scaled so that the largest is 127. */
export function toBytes(vector: Float32Array): Buffer {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const bytes = Buffer.alloc(vector.length)
  for (let at = 0; at < vector.length; at += 1)
    bytes.writeInt8(Math.round((vector[at]! / largest) * MAX_BYTE), at)
  return bytes
}

/** Returns a bit for each component: 1 if it is over 0. In PostgreSQL's notation for bit strings. */
export function signsOf(vector: Float32Array): string {
  let signs = ''
  for (const value of vector) signs += value > 0 ? '1' : '0'
  return signs
}

/** Returns the cosine of the angle between a vector of length 1 and one stored as bytes, which has the same size. */
export function cosine(vector: Float32Array, bytes: Buffer): number {
  const stored = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  let [product, square] = [0, 0]
  for (let at = 0; at < vector.length; at += 1) {
    const value = stored[at]!
    product += vector[at]! * value
    square += value * value
  }
  return square === 0 ? 0 : product / Math.sqrt(square)
}
