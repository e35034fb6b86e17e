const path = /\]\(\/api\/internal\/[\w/.-]*\/generatedImages\/[0-9a-f-]{36}\/(image-\d+)\.\w+\)/g

/** Returns an answer with the names of its generated images, as models know them, instead of their paths. */
export const withoutImagePaths = (answer: string): string => answer.replaceAll(path, ']($1)')

/** The name by which a model refers to an image. */
export const imageName = (number: number): string => `image-${number}`

/** Returns the number in a name; null if it is none. */
export function numberIn(name: unknown): number | null {
  const [, digits] = /^\s*(?:image-)?(\d{1,6})(?:\.\w{1,5})?\s*$/i.exec(String(name)) ?? []
  return digits === undefined ? null : Number(digits)
}
