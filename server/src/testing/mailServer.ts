import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** The messages that were accepted, as they were sent. */
  received: { to: string[]; raw: string }[]
  /** Refuses or accepts messages from now on. */
  accept(on: boolean): void
  close(): Promise<void>
}

/** A mail server on loopback that knows no users. With `certificate`, it offers STARTTLS. */
export async function startMailServer(certificate?: { key: string; cert: string }): Promise<MailServer> {
  const received: MailServer['received'] = []
  let accepts = true
  const server = new SMTPServer({
    authOptional: true,
    ...(certificate ?? { disabledCommands: ['STARTTLS'] }),
    onAuth: (_, __, done) => done(new Error('Unknown user')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (!accepts) return done(new Error('Try again later.'))
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    accept: (on) => {
      accepts = on
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
