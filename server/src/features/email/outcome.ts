import type { emailOutcomes } from '@parlance/contract/email'

export type Outcome = (typeof emailOutcomes)[number]

/** By the codes of the mail client. */
const outcomes: Record<string, Outcome> = {
  ECONNECTION: 'Unreachable',
  ECONNREFUSED: 'Unreachable',
  ECONNRESET: 'Unreachable',
  EDNS: 'Unreachable',
  ESOCKET: 'Unreachable',
  EPROTOCOL: 'Unreachable',
  ETIMEDOUT: 'TimedOut',
  ETLS: 'NotEncrypted',
  EAUTH: 'SignInRefused',
  ENOAUTH: 'SignInRefused',
  EENVELOPE: 'AddressRefused',
}

/** Maps the result of sending to our own terms. */
export async function outcomeOf(send: () => Promise<void>): Promise<Outcome> {
  try {
    await send()
    return 'Ok'
  } catch (error) {
    const { code } = error as { code?: unknown }
    return (typeof code === 'string' && outcomes[code]) || 'Failed'
  }
}
