import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { isPublicAddress } from './addresses.ts'
import { createEgress, type Egress } from './egress.ts'

/** The addresses a name resolves to, one answer after another. The last one repeats. */
const names = vi.hoisted(() => ({ answers: [] as string[][], asked: 0 }))
vi.mock('node:dns', async (original) => ({
  ...(await original<object>()),
  lookup: (
    hostname: string,
    _options: object,
    done: (error: Error | null, found: { address: string; family: number }[]) => void,
  ) => {
    const answer = hostname === 'rebinding.test' ? names.answers : [['127.0.0.1']]
    const found = answer[Math.min(names.asked, answer.length - 1)] ?? []
    names.asked += 1
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  },
}))

let server: Server
let port = 0
let hits = 0

beforeAll(async () => {
  server = createServer((_request, response) => {
    hits += 1
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Opens a WebSocket. Returns what came of it. */
async function webSocketTo(egress: Egress, url: string): Promise<'open' | 'closed'> {
  try {
    const socket = egress.webSocket(url, {})
    return await new Promise((resolve) => {
      socket.addEventListener('open', () => resolve('open'))
      socket.addEventListener('close', () => resolve('closed'))
    })
  } catch {
    return 'closed'
  }
}

describe('egress', () => {
  const closed = [
    '127.0.0.1',
    '0',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'localhost',
    'localhost.',
    '127.1',
    '[::ffff:127.0.0.1]',
    '017700000001',
    '0.0.0.0',
    '127.0.0.1.',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.1.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '[::]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::7f00:1]',
    'LOCALHOST',
    '①②⑦.⓪.⓪.①',
  ]
  test.each(closed)('[A62] does not connect to http://%s', async (host) => {
    const egress = createEgress([])
    const before = hits
    await expect(egress.request(`http://${host}:${port}/`, { method: 'GET' })).rejects.toThrow()
    await expect(egress.fetch(`http://${host}:${port}/`)).rejects.toThrow()
    expect(await webSocketTo(egress, `ws://${host}:${port}/`)).toBe('closed')
    expect(hits).toBe(before)
    await egress.close()
  })

  test.each([
    'file:///etc/passwd',
    'gopher://x/',
    'ftp://x/',
    'dict://x/',
    'data:text/plain,x',
    'ws://x/',
    'http://user:pass@example.com/',
  ])('[A62] refuses %s', async (url) => {
    await expect(createEgress([]).request(url, { method: 'GET' })).rejects.toMatchObject({
      code: 'egress.refused',
    })
  })

  test('opens a WebSocket to a named private host, and reads no message above 1 MB', async () => {
    const service = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await once(service, 'listening')
    const egress = createEgress(['127.0.0.1'])
    service.on('connection', (socket, { headers }) => {
      socket.send(`${headers.authorization}`)
      socket.send('x'.repeat(1024 * 1024 + 1))
    })
    const { port: own } = service.address() as AddressInfo
    const received: unknown[] = []
    const socket = egress.webSocket(`ws://127.0.0.1:${own}/`, { authorization: 'of this server' })
    socket.addEventListener('message', ({ data }) => received.push(data))
    await once(socket, 'close')
    expect(received).toEqual(['of this server'])
    for (const url of [`ws://user:pass@127.0.0.1:${own}/`, 'file:///etc/passwd'])
      expect(() => egress.webSocket(url, {})).toThrow(expect.objectContaining({ code: 'egress.refused' }))
    await egress.close()
    service.close()
  })

  test('[A64] connects to a named private host, only on that port, and follows no redirects', async () => {
    const egress = createEgress([`127.0.0.1:${port}`])
    const answer = await egress.request(`http://127.0.0.1:${port}/`, { method: 'GET' })
    expect(answer.statusCode).toBe(302)
    await answer.body.dump()
    await expect(egress.request(`http://127.0.0.1:${port + 1}/`, { method: 'GET' })).rejects.toMatchObject({
      code: 'egress.refused',
    })
    await expect(egress.fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    const before = hits
    expect(await webSocketTo(egress, `ws://127.0.0.1:${port}/`)).toBe('closed')
    expect(await webSocketTo(egress, `ws://127.0.0.1:${port + 1}/`)).toBe('closed')
    expect(hits).toBe(before + 1)
    await egress.close()
  })

  describe('a name that resolves elsewhere', () => {
    beforeEach(() => {
      names.asked = 0
    })

    test.each([
      ['to an internal address', [['127.0.0.1']]],
      ['to an internal and a public address', [['192.88.99.1', '127.0.0.1']]],
      ['to an internal address by IPv6 only', [['192.88.99.1', '::1']]],
      ['to a mapped internal address', [['::ffff:127.0.0.1']]],
      ['nowhere', [[]]],
    ])("[A65] %s, isn't connected to", async (_what, answers) => {
      names.answers = answers
      const egress = createEgress([])
      const before = hits
      await expect(egress.request(`http://rebinding.test:${port}/`, { method: 'GET' })).rejects.toThrow()
      names.asked = 0
      expect(await webSocketTo(egress, `ws://rebinding.test:${port}/`)).toBe('closed')
      expect(names.asked).toBe(1)
      expect(hits).toBe(before)
      await egress.close()
    })

    test('[A65] inside on the second lookup is never connected to: only the vetted address is used', async () => {
      names.answers = [['192.88.99.1'], ['127.0.0.1']]
      const before = hits
      for (let time = 0; time < 20; time += 1) {
        names.asked = 0
        const egress = createEgress([])
        const asked = egress.request(`http://rebinding.test:${port}/`, { method: 'GET' }).catch(() => null)
        await expect.poll(() => names.asked).toBeGreaterThan(0)
        // What a public address does is up to the network: it can answer, refuse, or stay silent.
        await Promise.race([asked, wait(40)])
        await egress.close()
        expect(names.asked).toBe(1)
      }
      expect(hits).toBe(before)
    })
  })

  test('[A62] distinguishes public addresses from others', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111'])
      expect(isPublicAddress(address)).toBe(true)
    const others = [
      '10.1.2.3',
      '100.64.0.1',
      '169.254.169.254',
      '172.20.0.1',
      '192.168.1.1',
      '::1',
      'fe80::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '0.0.0.0',
      'x',
    ]
    for (const address of others) expect(`${address} ${isPublicAddress(address)}`).toBe(`${address} false`)
  })
})
