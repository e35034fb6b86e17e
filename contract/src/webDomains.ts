/** Returns a domain as addresses contain it, or null if the text isn't a domain alone. */
export function domainIn(text: string): string | null {
  const domain = text.trim()
  if (domain === '' || /[/\\?#@:%*\s]/.test(domain)) return null
  const host = URL.parse(`https://${domain}/`)?.hostname.replace(/\.$/, '') ?? ''
  return host === '' ? null : host
}
