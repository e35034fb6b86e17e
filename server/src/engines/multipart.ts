/** A file of a form. */
export interface FilePart {
  name: string
  fileName: string
  type: string
  content: Buffer
}

/** Returns the body of a form with these fields and files, and its content type. */
export function multipart(
  fields: Record<string, string | number>,
  files: readonly FilePart[],
): { contentType: string; body: Buffer } {
  // 128 random bits are in none of the parts.
  const boundary = `parlance-${crypto.randomUUID()}`
  const part = (name: string, kind: string, content: string | Buffer) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${kind}\r\n\r\n`),
    typeof content === 'string' ? Buffer.from(content) : content,
    Buffer.from('\r\n'),
  ]
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      ...Object.entries(fields).flatMap(([name, value]) => part(name, '', String(value))),
      ...files.flatMap(({ name, fileName, type, content }) =>
        part(name, `; filename="${fileName}"\r\ncontent-type: ${type}`, content),
      ),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  }
}
