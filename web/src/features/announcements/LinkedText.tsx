import { Fragment } from 'react'
import { linkedParts } from './linkedParts.ts'

/** Plain text whose web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return linkedParts(text).map(({ text: part, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address can occur twice.
      <a key={index} href={href} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other key.
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
