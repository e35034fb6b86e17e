import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { proofOf } from '../../platform/http/instanceProof.ts'
import { selfSigned } from '../../testing/selfSigned.ts'
import { reachOf } from './publicOrigin.ts'

const key = Buffer.alloc(32, 1)
const otherKey = Buffer.alloc(32, 2)
const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const at = async (answer: RequestListener, scheme = 'http') =>
  `${scheme}://127.0.0.1:${await listen(createServer(answer))}`

/** Responds like an instance with this key. */
const instanceWith =
  (secretKey: Buffer): RequestListener =>
  ({ url }, response) => {
    const nonce = new URL(url ?? '', 'http://x').searchParams.get('nonce') ?? ''
    response.end(JSON.stringify({ proof: proofOf(secretKey, nonce) }))
  }

test('an origin that serves this instance is recognized by its proof', async () => {
  expect(await reachOf(await at(instanceWith(key)), key)).toBe('Answers')
})

test.each([
  ['another instance', instanceWith(otherKey)],
  ['an old response', (_, response) => response.end(JSON.stringify({ proof: proofOf(key, '0'.repeat(32)) }))],
  ['a web page', (_, response) => response.end('<title>Welcome to nginx!</title>')],
  ['null', (_, response) => response.end('null')],
  ['a long web page', (_, response) => response.end('x'.repeat(100_000))],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
] as [string, RequestListener][])('%s is not this instance', async (_, answer) => {
  expect(await reachOf(await at(answer), key)).toBe('OtherAnswers')
})

test('a certificate without a trusted issuer is not trusted, whatever is behind it', async () => {
  const server = createSecureServer(selfSigned(), instanceWith(key))
  expect(await reachOf(`https://127.0.0.1:${await listen(server)}`, key)).toBe('NotTrusted')
})

test('an https address that is served without TLS is not trusted', async () => {
  expect(await reachOf(await at(instanceWith(key), 'https'), key)).toBe('NotTrusted')
})

test('it is unreachable if nothing listens, and times out if nothing responds', async () => {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  open.splice(0)
  expect(await reachOf(`http://127.0.0.1:${port}`, key)).toBe('Unreachable')
  expect(await reachOf(await at(() => undefined), key, 200)).toBe('TimedOut')
})
