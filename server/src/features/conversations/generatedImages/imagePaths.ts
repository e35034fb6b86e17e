import type { ShownImage } from './store.ts'

/** Returns the path of an image below that of its family of conversations. */
export const pathOfImage = (
  basePath: string,
  conversationId: string,
  { conversationSegmentId, key, fileName }: Pick<ShownImage, 'conversationSegmentId' | 'key' | 'fileName'>,
): string =>
  `${basePath}/${conversationId}/segments/${conversationSegmentId}/generatedImages/${key}/${fileName}`

const path = /\]\(\/api\/internal\/[\w/.-]*\/generatedImages\/[0-9a-f-]{36}\/(image-\d+)\.\w+\)/g

/** Returns an answer with the names of its images, for models and for readers who can’t open them. */
export const withoutImagePaths = (answer: string): string => answer.replaceAll(path, ']($1)')
