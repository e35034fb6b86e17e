import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startMailServer } from '../../testing/mailServer.ts'
import { createMail, MailError } from './mail.ts'

const from = 'Parlance <noreply@parlance.example>'

test('names and addresses add neither headers nor recipients', async () => {
  const server = await startMailServer()
  const mail = createMail({ url: server.url, from, requireTls: false })
  try {
    const subject = 'Anna shared “Scout\r\nBcc: all@parlance.example\r\n\r\nHello” with you'
    const replyTo = 'visitor@parlance.example\r\nBcc: all@parlance.example'
    await mail.send({ to: 'one@parlance.example', subject, text: '.\r\nQUIT\r\nText', replyTo })
    const [{ to, raw } = { to: [], raw: '' }] = server.received
    expect(to).toEqual(['one@parlance.example'])
    const [head = ''] = raw.split('\r\n\r\n')
    expect(head).not.toMatch(/^bcc:/im)
    expect(head).toMatch(/^auto-submitted: auto-generated/im)
    for (const address of [
      'one@parlance.example, two@parlance.example',
      'one@parlance.example>\r\nRCPT TO:<two@parlance.example',
    ])
      await mail.send({ to: address, subject: 'Subject', text: 'Text' }).catch(() => undefined)
    expect(server.received.flatMap((message) => message.to)).not.toContain('two@parlance.example')
  } finally {
    mail.close()
    await server.close()
  }
})

test('an error says nothing that the server said', async () => {
  const server = await startMailServer()
  server.accept(false)
  const mail = createMail({ url: server.url, from, requireTls: false })
  try {
    const sent = mail.send({ to: 'one@parlance.example', subject: 'Subject', text: 'Text' })
    const error = await sent.catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(MailError)
    expect(error).toMatchObject({ message: 'The mail server didn’t accept a message, reply 450.' })
  } finally {
    mail.close()
    await server.close()
  }
})

test('a server that answers each step slowly is given up after all', async () => {
  const slow = createServer((socket) => {
    // One step after another is answered, so no single one takes too long.
    const answering = setInterval(() => socket.write('220-still here\r\n'), 20)
    socket.on('close', () => clearInterval(answering)).on('error', () => undefined)
  })
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const { port } = slow.address() as AddressInfo
  const mail = createMail({ url: `smtp://127.0.0.1:${port}`, from, requireTls: false }, 200)
  const sent = mail.send({ to: 'one@parlance.example', subject: 'Subject', text: 'Text' })
  await expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  mail.close()
  slow.close()
})
