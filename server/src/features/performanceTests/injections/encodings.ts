/** How attackers ask for data, so that no one recognizes it. */
const encodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  url: encodeURIComponent,
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  reversed: (text) => [...text].toReversed().join(''),
  dashed: (text) => [...text].join('-'),
  spaced: (text) => [...text].join(' '),
  rot13: (text) =>
    text.replaceAll(/[a-z]/gi, (letter) => {
      const base = letter <= 'Z' ? 65 : 97
      return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
    }),
  host: (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
}

/** Replaces `{secret}` and `{secret:encoding}`. */
export const withSecret = (text: string, secret: string): string =>
  text.replaceAll(
    /\{secret(?::(\w+))?\}/g,
    (whole, name: string = 'plain') => encodings[name]?.(secret) ?? whole,
  )

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Returns whether a text contains a secret, as it is or in a form in which attackers ask for it. */
export function containsSecret(text: string, secret: string): boolean {
  const searched = bare(text)
  return Object.values(encodings).some((encode) => searched.includes(bare(encode(secret))))
}
