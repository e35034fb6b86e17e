import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../../config/config.ts'
import { createEgress, type Egress } from '../../../../platform/egress/egress.ts'
import { type AzureSpeech, startAzureSpeech } from '../../../../testing/azureSpeech.ts'
import { OFFER } from '../../testing/offer.ts'
import { type AzureLimits, AzureSession, azureLimits } from './azureSession.ts'

const ICE = { urls: ['turn:relay.example.com:3478'], username: 'name', credential: 'password' }
let azure: AzureSpeech
let egress: Egress
let answered: string | null = null
let happened: string[] = []

beforeEach(async () => {
  azure = await startAzureSpeech(async () => answered ?? 'v=0\r\n')
  egress = createEgress(['127.0.0.1'])
  answered = null
  happened = []
})
afterEach(async () => {
  await egress.close()
  await azure.close()
})

/** Whether the rules of the instance allow to send what waits. */
let isAllowed = true

function open(limits: Partial<AzureLimits> = {}): AzureSession {
  const config = readConfig({ ...azure.environment, DATA_DIR: '/tmp' }, () => Buffer.alloc(48))
  return new AzureSession(
    config.avatar.azure!,
    egress,
    { ...azureLimits, ...limits },
    {
      isAllowed: async () => isAllowed,
      closed: () => void happened.push('closed'),
      quiet: () => void happened.push('quiet'),
      failed: (error) => void happened.push(error),
    },
  )
}
const sentence = (text: string) => ({ text, voice: 'en-US-AvaMultilingualNeural' })
const said = () => azure.connections[0]?.said().length

test('a service that never answers an offer is given up', async () => {
  azure.play({ connect: 'silent' })
  expect(await open({ connectMs: 200 }).connect(OFFER, ICE)).toEqual({ error: 'Late' })
  await expect.poll(() => azure.connections[0]?.isOpen).toBe(false)
  expect(happened).toEqual(['Late', 'closed'])
})

test('a sentence that never ends ends the session', async () => {
  const session = open({ sentenceMs: 200 })
  expect(await session.connect(OFFER, ICE)).toMatchObject({ error: null })
  azure.play({ speaking: 'held' })
  expect(session.speak([sentence('Hello.'), sentence('Goodbye.')])).toBe(null)
  await expect.poll(() => azure.connections[0]?.isOpen).toBe(false)
  expect([happened, said()]).toEqual([['Late', 'closed'], 2])
  expect([session.speak([sentence('Hello.')]), session.stop()]).toEqual(['Gone', 'Gone'])
})

test('what waits isn’t sent once the rules of the instance forbid it, and the session ends', async () => {
  const session = open()
  await session.connect(OFFER, ICE)
  const before = said()
  isAllowed = false
  expect(session.speak([sentence('Hello.')])).toBe(null)
  await expect.poll(() => azure.connections[0]?.isOpen).toBe(false)
  isAllowed = true
  expect([happened, said()]).toEqual([['closed'], before])
})

test('speech goes on after a sentence whose stop was ignored, and its late end is, too', async () => {
  const session = open({ stopMs: 200 })
  await session.connect(OFFER, ICE)
  azure.play({ speaking: 'unstoppable' })
  session.speak([sentence('One.'), sentence('Two.')])
  await expect.poll(said).toBe(2)
  expect([session.stop(), session.stop()]).toEqual([null, null])
  await expect.poll(() => happened).toEqual(['quiet'])
  const [connection] = azure.connections
  expect(connection!.messages.filter(({ path }) => path === 'synthesis.control')).toHaveLength(1)
  const { requestId } = connection!.messages.findLast(({ path }) => path === 'ssml')!
  session.speak([sentence('Three.')])
  await expect.poll(said).toBe(3)
  connection!.send(`X-RequestId:${requestId}\r\nPath:turn.end\r\n\r\n{}`)
  connection!.finish()
  await expect.poll(() => happened).toEqual(['quiet', 'quiet'])
  session.close()
})

test.each([
  ['no SDP', 'hello'],
  ['an SDP that is too long', `v=0\r\n${'a=x\r\n'.repeat(20_000)}`],
])('an answer with %s ends the session', async (_, sdp) => {
  answered = sdp
  expect(await open().connect(OFFER, ICE)).toEqual({ error: 'Broken' })
  await expect.poll(() => azure.connections[0]?.isOpen).toBe(false)
})

test('what isn’t a message is ignored', async () => {
  const session = open()
  await session.connect(OFFER, ICE)
  const [connection] = azure.connections
  azure.play({ speaking: 'held' })
  session.speak([sentence('Hello.')])
  await expect.poll(said).toBe(2)
  const { requestId } = connection!.messages.at(-1)!
  for (const odd of ['', 'Path:turn.end', '\r\n\r\n', 'Path\r\nX-RequestId\r\n\r\n{', Buffer.from([0, 3, 1])])
    connection!.send(odd)
  connection!.send(`X-RequestId:${requestId}\r\nPath:audio.metadata\r\n\r\n{"Metadata":[{}]}`)
  connection!.send(`X-RequestId:${'0'.repeat(32)}\r\nPath:turn.end\r\n\r\n{}`)
  connection!.send(`x-requestid: ${requestId.toUpperCase()}\r\nPATH: Turn.End\r\n\r\n{}`)
  await expect.poll(() => happened).toEqual(['quiet'])
  session.close()
})

test('a message of more than 1 MB ends the session', async () => {
  const session = open()
  await session.connect(OFFER, ICE)
  azure.connections[0]!.send('x'.repeat(1024 * 1024 + 1))
  await expect.poll(() => azure.connections[0]?.isOpen).toBe(false)
  await expect.poll(() => happened).toContain('closed')
})

test('a session that is closed while it connects isn’t connected', async () => {
  const session = open()
  const connecting = session.connect(OFFER, ICE)
  session.close()
  expect(await connecting).toEqual({ error: 'Gone' })
  expect(happened).toEqual([])
})
