import { EventEmitter } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { createMessageCheck } from './databaseMessages.ts'
import type { Egress } from './egress.ts'

/** Asks a PostgreSQL server to encrypt the connection. Its answer is `S` or `N`. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const CONNECT_MS = 8000
/** What may arrive while nothing is asked. */
const IDLE_BYTES = 64 * 1024
const CHUNK_BYTES = 100
/** How long the server may take to end its side. */
const END_MS = 1000

/** How much one use of a connection can take. */
export interface UseLimit {
  ms: number
  bytes: number
}

interface Options {
  /** A `postgres:` URL. */
  url: string
  /** Whether the connection is encrypted, and the certificate checked. */
  isEncrypted: boolean
  /** The longest message. */
  mostBytes: number
}

/**
 * A connection to a PostgreSQL server that isn't ours, as a stream for pg. The client gets only messages that it can
 * parse, and the connection ends when the server sends too much or takes too long.
 */
export class DatabaseSocket extends EventEmitter {
  readonly #url: URL
  readonly #isEncrypted: boolean
  readonly #tcp: Socket
  readonly #check: ReturnType<typeof createMessageCheck>
  #stream: Socket | TLSSocket | null = null
  #allowed = IDLE_BYTES
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(egress: Egress, { url, isEncrypted, mostBytes }: Options) {
    super()
    this.#url = new URL(url)
    this.#isEncrypted = isEncrypted
    this.#tcp = egress.socketTo(url)
    this.#check = createMessageCheck(mostBytes)
    this.#tcp.on('error', (error) => this.destroy(error))
    this.#tcp.on('close', () => this.destroy())
  }

  get writable(): boolean {
    return this.#stream?.writable ?? false
  }

  connect(): void {
    this.#endAfter(CONNECT_MS)
    this.#tcp.once('connect', () => (this.#isEncrypted ? this.#encrypt() : this.#begin(this.#tcp)))
    // The URL says where to.
    this.#tcp.connect(0)
  }

  #encrypt(): void {
    const tcp = this.#tcp
    tcp.once('data', (answer) => {
      // More than the one letter could be meant to be taken for a part of the encrypted connection.
      if (answer.toString('latin1') !== 'S')
        return this.destroy(new Error('The server doesn’t encrypt connections.'))
      const host = this.#url.hostname.replace(/^\[|\]$/g, '')
      const tls = connectTls({ socket: tcp, host, ...(isIP(host) === 0 ? { servername: host } : {}) })
      tls.on('error', (error) => this.destroy(error))
      tls.once('secureConnect', () => this.#begin(tls))
    })
    tcp.write(SSL_REQUEST)
  }

  #begin(stream: Socket | TLSSocket): void {
    this.#stream = stream
    stream.on('data', (chunk: Buffer) => this.#receive(chunk))
    stream.on('end', () => this.emit('end'))
    this.emit('connect')
  }

  #receive(chunk: Buffer): void {
    if (this.#isOver) return
    // A chunk takes memory of its own, however little is in it.
    this.#allowed -= chunk.length + CHUNK_BYTES
    try {
      if (this.#allowed < 0) throw new Error('The server sent too much.')
      const messages = this.#check(chunk)
      if (messages.length > 0) this.emit('data', messages)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  /** Call when the connection begins to be used. */
  startUse({ ms, bytes }: UseLimit): void {
    this.#allowed = bytes
    this.#endAfter(ms)
  }

  endUse(): void {
    this.#allowed = IDLE_BYTES
    clearTimeout(this.#timer)
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.destroy(new Error('The server took too long.')), ms)
    this.#timer.unref()
  }

  write(bytes: Buffer, done?: () => void): boolean {
    return this.#stream?.write(bytes, done) ?? false
  }

  end(bytes?: Buffer, done?: () => void): void {
    if (!this.#stream) this.destroy()
    else if (bytes) this.#stream.end(bytes, done)
    else this.#stream.end()
    if (!this.#isOver) this.#endAfter(END_MS)
  }

  destroy(error?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#stream?.destroy()
    this.#tcp.destroy()
    // The client listens for errors as long as it exists, and an abandoned connection has none.
    if (error && this.listenerCount('error') > 0) this.emit('error', error)
    this.emit('close')
  }

  setNoDelay(): void {
    this.#tcp.setNoDelay(true)
  }
  setKeepAlive(on: boolean, ms: number): void {
    this.#tcp.setKeepAlive(on, ms)
  }
  ref(): void {
    this.#tcp.ref()
  }
  unref(): void {
    this.#tcp.unref()
  }
}
