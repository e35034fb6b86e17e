/** Returns a value that the server wrote into the page. Empty if it wrote none or didn't serve the page. */
export function pageMeta(name: string): string {
  const content = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return /^__\w+__$/.test(content) ? '' : content
}
