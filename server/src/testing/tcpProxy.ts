import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a client and a port that can hold back bytes and cut connections. */
export interface TcpProxy {
  port: number
  /** Cuts all connections; new ones are accepted. */
  cut(): void
  /** Refuses connections and cuts open ones, until `open`. */
  refuse(): void
  /** Passes nothing on, in either direction, until `open`. */
  hold(): void
  open(): void
  /**
   * Cuts the next connection whose client sends these bytes, without a response. `delivered` says whether they
   * still arrive, which the client can't know.
   */
  cutOn(bytes: string, delivered: boolean): void
  /** Directs new connections to this port and cuts open ones. */
  target(port: number): void
  close(): Promise<void>
}

/** Listens on `wanted` if it is given and free, otherwise on any port. */
export async function startTcpProxy(firstPort: number, wanted?: number | null): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let targetPort = firstPort
  let trap: { bytes: string; delivered: boolean } | null = null
  let state: 'open' | 'refuse' | 'hold' = 'open'
  const pair = (client: Socket) => {
    if (state === 'refuse') {
      client.destroy()
      return
    }
    const target = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('data', (chunk) => {
        if (trap && from === client && chunk.includes(trap.bytes)) {
          const { delivered } = trap
          trap = null
          if (delivered) target.end(chunk)
          else target.destroy()
          client.destroy()
          return
        }
        if (!to.write(chunk)) from.pause()
      })
      to.on('drain', () => {
        if (state !== 'hold') from.resume()
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        // Data sent before an orderly end still arrives.
        if (!to.writableEnded) to.destroy()
      })
      if (state === 'hold') from.pause()
    }
  }
  const server = createServer(pair)
  const listen = (on: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(on, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(wanted ?? 0).catch(() => listen(0))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    refuse() {
      state = 'refuse'
      cut()
    },
    hold() {
      state = 'hold'
      for (const socket of sockets) socket.pause()
    },
    open() {
      state = 'open'
      for (const socket of sockets) socket.resume()
    },
    cutOn(bytes, delivered) {
      trap = { bytes, delivered }
    },
    target(port) {
      targetPort = port
      cut()
    },
    close: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
      }),
  }
}
