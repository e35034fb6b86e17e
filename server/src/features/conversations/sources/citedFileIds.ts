const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the IDs of the cited files and attachments, each once. */
export function citedFileIds(citations: readonly { path: string }[]): string[] {
  const fileIds = citations.map(({ path }) => path.split('/')[1] ?? '').filter((id) => UUID.test(id))
  return [...new Set(fileIds)]
}
