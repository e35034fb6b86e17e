import { limits } from '@parlance/contract/limits'

/** Whether a text looks like one email address, without a name. The server checks it completely. */
export function looksLikeEmailAddress(text: string): boolean {
  const [name, domain, ...more] = text.split('@')
  return (
    text.length <= limits.emailAddress &&
    !/[\s,]/.test(text) &&
    more.length === 0 &&
    Boolean(name) &&
    domain !== undefined &&
    domain.indexOf('.') > 0 &&
    !domain.endsWith('.')
  )
}
