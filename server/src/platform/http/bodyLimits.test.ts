import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { limitBody } from './bodyLimits.ts'

const limits = { everyMs: 500, longestMs: 1000, leastBytes: 1000 }
let server: Server
let socket: Socket
afterEach(() => {
  socket.destroy()
  server.close()
})

/** Sends the beginning of a request to a server that reads its body as `read` does. */
async function begin(
  type: string,
  read: (request: IncomingMessage) => void = (request) => void request.resume(),
) {
  const ended = Promise.withResolvers<'whole' | 'cut'>()
  server = createServer((request, response) => {
    limitBody(request, limits)
    request.on('end', () => ended.resolve('whole'))
    request.on('close', () => ended.resolve(request.complete ? 'whole' : 'cut'))
    read(request)
    response.on('error', () => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 1000000\r\n\r\n`)
  return ended.promise
}

const pieces = async (bytes: number, times: number) => {
  for (let at = 0; at < times && !socket.destroyed; at += 1) {
    socket.write(Buffer.alloc(bytes))
    await wait(20)
  }
}
const form = 'multipart/form-data; boundary=x'

describe('a request body', () => {
  it('of a file can take longer than others as long as it keeps arriving', async () => {
    const ended = begin(form)
    await wait(50)
    await pieces(12_500, 80)
    expect(await ended).toBe('whole')
  })

  it('of a file ends its connection when it stops arriving, or hardly arrives', async () => {
    const ended = begin(form)
    await wait(50)
    void pieces(1, 1000)
    expect(await ended).toBe('cut')
  })

  it('of a file may wait for storage that is slower than the network', async () => {
    let reads: (request: IncomingMessage) => void = () => undefined
    const slow = new Promise<IncomingMessage>((resolve) => {
      reads = resolve
    })
    const ended = begin(form, (request) => void reads(request))
    const request = await slow
    socket.write(Buffer.alloc(1_000_000))
    // Nothing is read for several looks.
    await wait(3 * limits.everyMs)
    request.resume()
    expect(await ended).toBe('whole')
  })

  it('that is no file has a time for all of it', async () => {
    const ended = begin('application/json')
    await wait(50)
    void pieces(10_000, 1000)
    expect(await ended).toBe('cut')
  })
})
