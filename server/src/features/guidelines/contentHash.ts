import { createHash } from 'node:crypto'

export interface Section {
  heading: string
  text: string
  isInstruction: boolean
}

/**
 * Returns the SHA-256 of a title and its sections in hexadecimal: of the JSON
 * `{"title":…,"sections":[{"heading":…,"text":…,"isInstruction":…}]}` in this order and without spaces.
 */
export function contentHashOf(title: string, sections: readonly Section[]): string {
  const content = {
    title,
    sections: sections.map(({ heading, text, isInstruction }) => ({ heading, text, isInstruction })),
  }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
