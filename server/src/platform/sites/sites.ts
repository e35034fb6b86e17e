import { type Config, isLoopback } from '../../config/config.ts'
import { AppError } from '../errors.ts'

const STARTING_RETRY_SECONDS = 1

/** A source of host names, besides the public origin's, under which pages are opened. */
export interface HostNames {
  /** Returns the names as last read. */
  known(): ReadonlySet<string>
  /** Whether they have ever been read; until then, no one can tell whose a name is. */
  read(): boolean
  /** Reads them again unless that just happened, because another process may have added one. */
  refresh(): Promise<void>
}

/** The addresses of this instance: its public origin, and one for each name that features add. */
export interface Sites {
  /** The origins of all pages, the public one first. */
  origins(): string[]
  /** Returns the origin of pages under this Host header; null if the host isn't ours or is only an alias. */
  originOf(host: string | undefined): string | null
  /**
   * Whether requests with this Host header are answered. Throws `server.starting` while that can't be
   * determined.
   */
  isOwn(host: string | undefined): Promise<boolean>
  /** Returns the origin for one of our host names. */
  originFor(hostName: string): string
  /** Reads the names again if they may have changed. */
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

  /** On a local machine, both `localhost` and `127.0.0.1` are common. */
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
