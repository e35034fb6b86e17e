import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../config/config.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
}

/** Sends e-mail through the operator's mail server. */
export interface Mail {
  /** Resolves once the server has accepted the message. Rejects if it can't be reached in time or refuses. */
  send(message: MailMessage): Promise<void>
  close(): void
}

const CONNECT_MS = 10_000
/** How long a server may take for one step. */
const STEP_MS = 30_000

/** The server is named by the operator, and trusted as much as the rest of the environment. */
export function createMail({ url, from, requireTls }: MailSettings): Mail {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: requireTls && !secure,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: STEP_MS,
    // Messages consist of given text only.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      // As an object, an address can't add further recipients.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
