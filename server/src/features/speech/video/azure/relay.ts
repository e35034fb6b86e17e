import { z } from 'zod'
import type { AzureAvatar } from '../../../../config/config.ts'
import { getJson } from '../../../../engines/getJson.ts'
import type { Egress } from '../../../../platform/egress/egress.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { OrderError } from '../messages.ts'
import type { IceCredentials } from './messages.ts'

/** Every page asks for them, so an unreachable service mustn’t delay pages for long, or often. */
const ASK_MS = 5000
const FAILED_MS = 30_000
/** The service’s samples use credentials for a day. */
const FRESH_MS = 3_600_000
const MOST_BYTES = 64 * 1024

const Credentials = z.object({
  Urls: z.array(z.string().max(300)).max(20),
  Username: z.string().min(1).max(2000),
  Password: z.string().min(1).max(2000),
})
const turn = /^turns?:[\w.-]+(:\d{1,5})?(\?transport=(udp|tcp))?$/

type Relayed = { error: OrderError } | { error: null; ice: IceCredentials }

export interface Relay {
  /** Returns credentials for the relay between browsers and the service, or why there are none. */
  read(): Promise<Relayed>
  /** The same, but doesn’t wait for a service that failed the last time. It is asked for the next page. */
  readForPage(): Promise<Relayed>
  /** The same, but asks the service. */
  refresh(): Promise<Relayed>
}

export function createRelay(
  { relayUrl, key }: Pick<AzureAvatar, 'relayUrl' | 'key'>,
  egress: Egress,
  monotonicMs: () => number,
): Relay {
  let known: { relayed: Relayed; until: number } | null = null
  let asking: Promise<Relayed> | null = null

  async function ask(): Promise<Relayed> {
    const relayed = await askService()
    known = { relayed, until: monotonicMs() + (relayed.error === null ? FRESH_MS : FAILED_MS) }
    return relayed
  }

  async function askService(): Promise<Relayed> {
    const limit = AbortSignal.timeout(ASK_MS)
    try {
      const asked = { url: relayUrl, headers: { 'Ocp-Apim-Subscription-Key': key } }
      const read = Credentials.safeParse(await getJson(egress, asked, limit, MOST_BYTES))
      if (!read.success) return { error: 'Broken' }
      const { Urls, Username, Password } = read.data
      const urls = Urls.filter((one) => turn.test(one))
      if (urls.length === 0) return { error: 'Broken' }
      return { error: null, ice: { urls, username: Username, credential: Password } }
    } catch (cause) {
      return { error: limit.aborted ? 'Late' : errorOf(cause) }
    }
  }

  function refresh(): Promise<Relayed> {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }

  const fresh = () => (known && monotonicMs() < known.until ? known.relayed : null)
  return {
    read: async () => fresh() ?? refresh(),
    async readForPage() {
      const now = fresh()
      if (now) return now
      const asked = refresh()
      return known && known.relayed.error !== null ? known.relayed : asked
    },
    refresh,
  }
}

function errorOf(cause: unknown): OrderError {
  const code = cause instanceof AppError ? cause.code : null
  if (code === 'engine.key') return 'Key'
  if (code === 'engine.busy' || code === 'engine.credit') return 'Limited'
  return code === 'engine.malformed' || code === 'engine.refused' ? 'Broken' : 'Unreachable'
}
