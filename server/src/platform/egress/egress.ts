import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, Socket, type TcpSocketConnectOpts } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, request, fetch as undiciFetch, WebSocket } from 'undici'
import { AppError } from '../errors.ts'
import { isPublicAddress } from './addresses.ts'

export type OutboundMethod = Dispatcher.HttpMethod

interface OutboundRequest {
  method: OutboundMethod
  headers?: Record<string, string>
  body?: string | Uint8Array | Readable
  signal?: AbortSignal
  /** How long the server may be silent, in ms, before its answer and during it. No limit by default. */
  headersTimeout?: number
  bodyTimeout?: number
}

/**
 * All outbound connections go through here. The address actually connected to is vetted, and redirects aren't
 * followed.
 */
export interface Egress {
  /** Whether the operator has named the host of a URL, which is then trusted as much as the environment. */
  isNamed(url: string): boolean
  request(url: string, options: OutboundRequest): Promise<Dispatcher.ResponseData>
  /** For libraries that fetch on their own. */
  fetch: typeof globalThis.fetch
  /**
   * Opens a WebSocket to a `ws:` or `wss:` URL. Messages can have up to 1 MB. It has no time limit of its own before the
   * server answers.
   */
  webSocket(url: string, headers: Record<string, string>): WebSocket
  /**
   * For clients of databases: returns a socket that connects to the host of this `postgres:` URL, whichever one the
   * client names. Throws `egress.refused` for a private address.
   */
  socketTo(url: string): Socket
  close(): Promise<void>
}

const CONNECT_MS = 10_000
const webSocketLimits = { maxPayloadSize: 1024 * 1024, maxFragments: 1024 }

/**
 * `allowedHosts`: hosts (`name` or `name:port`) that can be contacted even if they are private. They come from
 * EGRESS_ALLOW and the URLs in the operator's environment.
 */
export function createEgress(allowedHosts: string[]): Egress {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  const isAllowed = (hostname: string, port: string) =>
    allowed.has(hostname) || allowed.has(`${hostname}:${port}`)
  // Two agents, so that a connection allowed for one host is never reused for another.
  const vetted = new Agent({
    connect: { lookup: vettedLookup, timeout: CONNECT_MS },
    headersTimeout: 0,
    bodyTimeout: 0,
    webSocket: webSocketLimits,
  })
  const open = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: 0,
    bodyTimeout: 0,
    webSocket: webSocketLimits,
  })

  function dispatcherFor(address: string): Agent {
    const url = new URL(address)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AppError('egress.refused')
    if (url.username !== '' || url.password !== '') throw new AppError('egress.refused')
    return isOpen(url) ? open : vetted
  }

  /** Whether any address of the host can be connected to. Those of others are vetted when they are looked up. */
  function isOpen(url: URL): boolean {
    const { hostname, port } = hostOf(url)
    if (isAllowed(hostname, port)) return true
    // A numeric address isn't looked up, so it is vetted here.
    if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) throw new AppError('egress.refused')
    return false
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
    webSocket(url, headers) {
      const dispatcher = dispatcherFor(url.replace(/^ws(s?):/i, 'http$1:'))
      return new WebSocket(url, { dispatcher, headers })
    },
    socketTo(address) {
      const url = new URL(address)
      const { hostname, port } = hostOf(url)
      const lookup = isOpen(url) ? {} : { lookup: vettedLookup }
      const socket = new Socket()
      const connect = socket.connect.bind(socket) as (options: TcpSocketConnectOpts) => Socket
      socket.connect = () => connect({ host: hostname, port: Number(port), ...lookup })
      return socket
    },
    async close() {
      await Promise.all([vetted.destroy(), open.destroy()])
    },
  }
}

/** Returns the host and port of a URL, in the form used for allowed hosts. */
export function hostAndPort(address: string): string {
  const { hostname, port } = hostOf(new URL(address))
  return `${hostname}:${port}`
}

const defaultPorts: Record<string, string> = { 'https:': '443', 'postgres:': '5432', 'postgresql:': '5432' }

function hostOf(url: URL): { hostname: string; port: string } {
  const hostname = url.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '')
  return { hostname, port: url.port || (defaultPorts[url.protocol] ?? '80') }
}

/**
 * Looks up a name and refuses it if any of its addresses isn't public. The socket then uses the vetted
 * addresses.
 */
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
