/** What the path of a generated image names. */
export interface ImagePlace {
  conversationId: string
  conversationSegmentId: string
  key: string
  fileName: string
}

const pattern =
  /\/([0-9a-f-]{36})\/segments\/([0-9a-f-]{36})\/generatedImages\/([0-9a-f-]{36})\/(image-\d+\.\w{3,4})$/

/** Returns what a path names; null if it isn’t the path of a generated image. */
export function placeOfImage(path: string): ImagePlace | null {
  const [, conversationId, conversationSegmentId, key, fileName] = pattern.exec(path) ?? []
  return conversationId && conversationSegmentId && key && fileName
    ? { conversationId, conversationSegmentId, key, fileName }
    : null
}

/** Whether any of these answers shows a generated image. */
export const haveImages = (segments: readonly { answer: string }[]): boolean =>
  segments.some(({ answer }) => answer.includes('/generatedImages/'))
