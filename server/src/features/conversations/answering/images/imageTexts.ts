/** The name by which a model refers to an image. */
export const imageName = (number: number): string => `image-${number}`

/** Returns the number in a name; null if it is none. */
export function numberIn(name: unknown): number | null {
  const [, digits] = /^\s*(?:image-)?(\d{1,6})(?:\.\w{1,5})?\s*$/i.exec(String(name)) ?? []
  return digits === undefined ? null : Number(digits)
}
