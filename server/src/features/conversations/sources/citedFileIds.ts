const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the ID of the file or attachment that a citation names. Null for other sources, such as web pages. */
export function fileIdOfPath(path: string): string | null {
  const id = path.split('/')[1] ?? ''
  return UUID.test(id) ? id : null
}

/** Returns the IDs of the cited files and attachments, each once. */
export function citedFileIds(citations: readonly { path: string }[]): string[] {
  return [...new Set(citations.flatMap(({ path }) => fileIdOfPath(path) ?? []))]
}
