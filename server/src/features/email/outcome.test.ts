import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createMail } from '../../platform/egress/mail.ts'
import { startMailServer } from '../../testing/mailServer.ts'
import { selfSigned } from '../../testing/selfSigned.ts'
import { outcomeOf } from './outcome.ts'

const message = { to: 'one@parlance.example', subject: 'Subject', text: 'Text' }
async function outcomeAt(url: string, requireTls = false) {
  const mail = createMail({ url, from: 'noreply@parlance.example', requireTls })
  try {
    return await outcomeOf(() => mail.send(message))
  } finally {
    mail.close()
  }
}

test('the reasons why a mail server refuses a message are distinguished', async () => {
  const server = await startMailServer()
  try {
    expect(await outcomeAt(server.url)).toBe('Ok')
    expect(await outcomeAt(server.url, true)).toBe('NotEncrypted')
    expect(await outcomeAt(server.url.replace('//', '//user:password@'))).toBe('SignInRefused')
    server.accept(false)
    expect(await outcomeAt(server.url)).toBe('Failed')
  } finally {
    await server.close()
  }
  expect(await outcomeAt(server.url)).toBe('Unreachable')
})

test('a certificate that isn’t valid isn’t taken for a server that can’t be reached', async () => {
  const [encrypted, plain] = [await startMailServer(selfSigned()), await startMailServer()]
  try {
    expect(await outcomeAt(encrypted.url, true)).toBe('NotEncrypted')
    // On loopback, no one is between them.
    expect(await outcomeAt(encrypted.url)).toBe('Ok')
    expect(await outcomeAt(plain.url.replace('smtp:', 'smtps:'))).toBe('NotEncrypted')
  } finally {
    await Promise.all([encrypted.close(), plain.close()])
  }
})

test('something that isn’t a mail server is unreachable', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await outcomeAt(`smtp://127.0.0.1:${port}`)).toBe('Unreachable')
  server.close()
})
