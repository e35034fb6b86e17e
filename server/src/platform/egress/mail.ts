import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../config/config.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
  /** Where an answer goes, if not to the sender. */
  replyTo?: string
}

/** Why a message wasn't sent, without the server's words: they can contain addresses, and errors are logged. */
export class MailError extends Error {
  /** One of the mail client's codes. */
  readonly code: string
  constructor(code: string, reply: number | undefined) {
    super(`The mail server didn’t accept a message${reply === undefined ? '' : `, reply ${reply}`}.`)
    this.code = code
  }
}

/** Sends email through the operator's mail server. */
export interface Mail {
  /** Resolves once the server has accepted the message. Rejects with a `MailError` if it refuses or takes too long. */
  send(message: MailMessage): Promise<void>
  close(): void
}

/** An error of the mail client. */
interface Failure {
  code?: string
  /** The code of the connection error, if the connection failed. */
  originalCode?: string
  /** What the server replied. */
  responseCode?: number
}

/** Codes of Node for a certificate that isn't valid, or an answer that isn't TLS. */
const refusedCertificate = /CERT|SIGNATURE|_SSL_|_TLS_/

const CONNECT_MS = 10_000
/** How long a server may take for one step. */
const STEP_MS = 15_000
/** How long it may take for all steps, below the minute after which a message may be sent again. */
const SEND_MS = 40_000

/** The server is named by the operator, and trusted as much as the rest of the environment. */
export function createMail({ url, from, requireTls }: MailSettings, sendMs = SEND_MS): Mail {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: requireTls && !secure,
    // A server on this machine often has a certificate that it signed itself.
    tls: { rejectUnauthorized: requireTls },
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
    async send({ to, subject, text, replyTo }) {
      // As objects, addresses can't add further ones, or headers.
      const sent = transport.sendMail({
        from,
        to: { name: '', address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        // Mailboxes that answer by themselves don't answer this.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      const late = new Promise<never>((_, reject) => {
        const timer = setTimeout(() => reject({ code: 'ETIMEDOUT' }), sendMs)
        void sent.catch(() => undefined).finally(() => clearTimeout(timer))
      })
      try {
        await Promise.race([sent, late])
      } catch (error) {
        const { code = 'EUNKNOWN', originalCode = '', responseCode } = error as Failure
        throw new MailError(refusedCertificate.test(originalCode) ? 'ETLS' : code, responseCode)
      }
    },
    close: () => transport.close(),
  }
}
