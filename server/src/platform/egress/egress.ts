import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request, fetch as undiciFetch } from 'undici'
import { AppError } from '../errors.ts'
import { isPublicAddress } from './addresses.ts'

interface OutboundRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/** The one way out. The address that is really connected to is vetted; redirects are not followed. */
export interface Egress {
  /** Whether the operator has named the host of an address: it is trusted as far as the environment is. */
  isNamed(url: string): boolean
  request(url: string, options: OutboundRequest): Promise<Dispatcher.ResponseData>
  /** For libraries that fetch by themselves. */
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

const CONNECT_MS = 10_000

/**
 * `allowedHosts`: hosts (`name` or `name:port`) that may be contacted although they are private: EGRESS_ALLOW, and
 * the addresses that the operator has set in the environment.
 */
export function createEgress(allowedHosts: string[]): Egress {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  const isAllowed = (hostname: string, port: string) =>
    allowed.has(hostname) || allowed.has(`${hostname}:${port}`)
  // Two agents, so that a connection that was allowed for one host is never used for another.
  const vetted = new Agent({
    connect: { lookup: vettedLookup, timeout: CONNECT_MS },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const open = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 })

  function dispatcherFor(address: string): Agent {
    const url = new URL(address)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AppError('egress.refused')
    if (url.username !== '' || url.password !== '') throw new AppError('egress.refused')
    const { hostname, port } = hostOf(url)
    if (isAllowed(hostname, port)) return open
    // An address that is written as a number is not looked up, so it is vetted here.
    if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) throw new AppError('egress.refused')
    return vetted
  }

  return {
    isNamed(url) {
      const { hostname, port } = hostOf(new URL(url))
      return isAllowed(hostname, port)
    },
    async request(url, options) {
      return request(url, { ...options, dispatcher: dispatcherFor(url) })
    },
    fetch: (async (input: string | URL | Request, init?: RequestInit) => {
      const url = input instanceof Request ? input.url : String(input)
      const options = { ...init, redirect: 'error', dispatcher: dispatcherFor(url) }
      return undiciFetch(url, options as Parameters<typeof undiciFetch>[1])
    }) as unknown as typeof globalThis.fetch,
    async close() {
      await Promise.all([vetted.destroy(), open.destroy()])
    },
  }
}

/** A host as it is named to be contacted, from an address. */
export function hostAndPort(address: string): string {
  const { hostname, port } = hostOf(new URL(address))
  return `${hostname}:${port}`
}

function hostOf(url: URL): { hostname: string; port: string } {
  const hostname = url.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '')
  return { hostname, port: url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port }
}

/** Looks a name up and refuses it when any of its addresses is not public: the socket then goes to what was vetted. */
const vettedLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, [])
    if (addresses.length === 0 || addresses.some((found) => !isPublicAddress(found.address))) {
      return callback(new AppError('egress.refused'), [])
    }
    if (options.all) return callback(null, addresses)
    const first = addresses[0] as LookupAddress
    return callback(null, first.address, first.family)
  })
}
