import { addressesIn } from '@parlance/contract/markdown/addresses'
import { isOwnAddress } from './addresses.ts'

interface CitedText {
  url?: string | undefined
  quote?: string | undefined
}

/**
 * Returns which addresses an answer can link to at once: our own, and those that the question or a cited source contains,
 * which the answer can’t have made up.
 */
export function knownAddresses(question: string, citations: readonly CitedText[]) {
  const known = addressesIn([question, ...citations.flatMap(({ url, quote }) => [url ?? '', quote ?? ''])])
  return (address: string): boolean => known.has(address) || isOwnAddress(address)
}
