import type { WebSearchRules } from '@parlance/contract/agentConfiguration'
import { domainIn } from '@parlance/contract/webDomains'

const isIn = (host: string, domains: readonly string[]) =>
  domains.some((text) => {
    const domain = domainIn(text)
    return domain !== null && (host === domain || host.endsWith(`.${domain}`))
  })

/**
 * Whether an agent can read this address. `isNamed` tells of hosts that the operator has named, which can be private:
 * nothing on the web leads there unless the agent allows their domains.
 */
export function isPermitted(
  url: URL,
  { allowedDomains, blockedDomains }: WebSearchRules,
  isNamed: (url: string) => boolean,
): boolean {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/\.$/, '')
  if (isIn(host, blockedDomains)) return false
  if (isIn(host, allowedDomains)) return true
  return allowedDomains.length === 0 && !isNamed(url.href)
}
