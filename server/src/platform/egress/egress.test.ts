import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { createEgress } from './egress.ts'

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

describe('the one way out', () => {
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
  ]
  test.each(closed)('[A62] does not connect to http://%s', async (host) => {
    const egress = createEgress([])
    const before = hits
    await expect(egress.request(`http://${host}:${port}/`, { method: 'GET' })).rejects.toThrow()
    await expect(egress.fetch(`http://${host}:${port}/`)).rejects.toThrow()
    expect(hits).toBe(before)
    await egress.close()
  })

  test.each(['file:///etc/passwd', 'gopher://x/', 'ftp://x/', 'http://user:pass@example.com/'])(
    '[A62] does not take %s',
    async (url) => {
      await expect(createEgress([]).request(url, { method: 'GET' })).rejects.toMatchObject({
        code: 'egress.refused',
      })
    },
  )

  test('[A64] connects to a private host that is named, on that port alone, and follows no redirect', async () => {
    const egress = createEgress([`127.0.0.1:${port}`])
    const answer = await egress.request(`http://127.0.0.1:${port}/`, { method: 'GET' })
    expect(answer.statusCode).toBe(302)
    await answer.body.dump()
    await expect(egress.request(`http://127.0.0.1:${port + 1}/`, { method: 'GET' })).rejects.toMatchObject({
      code: 'egress.refused',
    })
    await expect(egress.fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    await egress.close()
  })

  test('tells public addresses from others', () => {
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
