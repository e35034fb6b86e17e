let messages = 0

interface Part {
  headers: readonly string[]
  body: string | Buffer
}

/** Builds an email of several parts. Its headers follow those of its sender. */
export function makeEmail(headers: readonly string[], parts: readonly Part[]): Buffer<ArrayBuffer> {
  messages += 1
  const boundary = `message-${messages}`
  const all = parts.flatMap(({ headers: own, body }) => [
    Buffer.from(`--${boundary}\r\n${own.map((line) => `${line}\r\n`).join('')}\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
  const head = [
    'From: Anna <anna@halden.example>',
    ...headers,
    `Content-Type: multipart/mixed; boundary=${boundary}`,
  ]
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
    ...all,
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

/** A part of an email that is a file. */
export const attached = (name: string, type: string, bytes: Buffer): Part => ({
  headers: [
    `Content-Type: ${type}`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
  ],
  body: bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
})

export const mailText = (text: string, type = 'text/plain; charset=utf-8'): Part => ({
  headers: [`Content-Type: ${type}`],
  body: text,
})

/** Builds a rich text document with a font of each character set. */
export const makeRtf = (body: string): Buffer<ArrayBuffer> =>
  Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset178 Arial;}{\\f2\\fcharset128 Mincho;}}
{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 Title;}{\\s2 heading 2;}}{\\info{\\author Nobody}}${body}}`,
    'latin1',
  )
