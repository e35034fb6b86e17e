/** Replaces a secret's value. */
export const MASK = '••••••••'

const inside = [
  'apikey',
  'secret',
  'password',
  'passphrase',
  'ciphertext',
  'credential',
  'privatekey',
  'connectionstring',
]
/** `maxTokens` and `brandKey` aren't secrets; `accessToken` and `searchKey` are. */
const atTheEnd = [
  'token',
  'accesskey',
  'accountkey',
  'encryptionkey',
  'providerkey',
  'searchkey',
  'sharedkey',
  'signingkey',
  'subscriptionkey',
]
const LAST_FOUR = 4

/** Whether a field with this name contains a secret, in any spelling. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return inside.some((word) => plain.includes(word)) || atTheEnd.some((word) => plain.endsWith(word))
}

/** Whether a path includes such a field. */
export const isSecretPath = (path: string): boolean => path.split('.').some(isSecretName)

/**
 * Returns a value as it can be recorded under this path. The fact that a secret exists and its last four
 * characters aren't secret.
 */
export function masked(path: string, value: unknown): unknown {
  if (!isSecretPath(path)) return maskedInside(value)
  if (value === null || typeof value === 'boolean') return value
  const isLastFour = path.endsWith('lastFour') && typeof value === 'string' && value.length <= LAST_FOUR
  return isLastFour ? value : MASK
}

function maskedInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedInside)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(name, inner)]))
}

/** Whether any part of this value is masked. */
export function hasMask(value: unknown): boolean {
  if (value === MASK) return true
  return value !== null && typeof value === 'object' && Object.values(value).some(hasMask)
}
