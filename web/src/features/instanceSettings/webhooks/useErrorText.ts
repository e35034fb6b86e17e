import type { Delivery } from '../data/webhooksApi.ts'
import { webhooksTexts } from './lang/en.ts'

/** Returns a function for why the last attempt of a delivery failed, and what to do; null if it didn't. */
export function useErrorText(): (delivery: Pick<Delivery, 'lastError' | 'lastStatus'>) => string | null {
  const t = webhooksTexts.useText()
  return ({ lastError, lastStatus }) =>
    lastError && t(`error.${lastError}`, lastStatus === null ? {} : { status: lastStatus })
}
