/** What the server wrote into the page; empty where it wrote nothing, or nobody served the page through it. */
export function pageMeta(name: string): string {
  const content = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return /^__\w+__$/.test(content) ? '' : content
}
