import { type Config, isLoopback } from '../../config/config.ts'
import { AppError } from '../errors.ts'

const STARTING_RETRY_SECONDS = 1

/** Where host names come from that pages are opened at besides the public origin's. */
export interface HostNames {
  /** As they were read last. */
  known(): ReadonlySet<string>
  /** Whether they have ever been read: before that nobody can say whose a name is. */
  read(): boolean
  /** Reads them again, where they were not read a moment ago: another process may have added one. */
  refresh(): Promise<void>
}

/** The addresses that this installation is reached at: its public origin, and one for each name that features add. */
export interface Sites {
  /** The origins of all pages, the public one first. */
  origins(): string[]
  /** The origin that pages have under this Host; null where they are none of ours or open under another name. */
  originOf(host: string | undefined): string | null
  /** Whether requests under this Host are answered; throws `server.starting` while that cannot be told. */
  isOwn(host: string | undefined): Promise<boolean>
  /** The origin that a host name of ours would have. */
  originFor(hostName: string): string
  /** Has the names read again where they may have changed. */
  refresh(): Promise<void>
  add(names: HostNames): void
}

export function createSites(config: Config): Sites {
  const origin = new URL(config.publicOrigin)
  const port = origin.port === '' ? '' : `:${origin.port}`
  const sources: HostNames[] = []
  const originFor = (hostName: string) => `${origin.protocol}//${hostName}${port}`
  const names = () => sources.flatMap((source) => [...source.known()])

  function originOf(host: string | undefined): string | null {
    if (host === undefined) return null
    if (host === origin.host) return config.publicOrigin
    if (!host.endsWith(port)) return null
    const name = host.slice(0, host.length - port.length)
    return sources.some((source) => source.known().has(name)) ? originFor(name) : null
  }

  /** On this computer `localhost` and `127.0.0.1` are both usual. */
  const isAlias = (host: string) => isLoopback(origin.hostname) && isLoopback(host.replace(/:\d+$/, ''))

  const refresh = async () => {
    await Promise.all(sources.map((source) => source.refresh()))
  }

  return {
    refresh,
    originFor,
    originOf,
    add: (names) => void sources.push(names),
    origins() {
      const aliases = isLoopback(origin.hostname) ? ['localhost', '127.0.0.1'].map(originFor) : []
      return [...new Set([config.publicOrigin, ...aliases, ...names().map(originFor)])]
    },
    async isOwn(host) {
      if (!host) return false
      if (isAlias(host) || host === origin.host) return true
      await refresh()
      if (originOf(host) !== null) return true
      if (sources.every((source) => source.read())) return false
      throw new AppError('server.starting', { retryAfter: STARTING_RETRY_SECONDS })
    },
  }
}
