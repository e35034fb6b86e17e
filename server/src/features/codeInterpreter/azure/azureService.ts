import { z } from 'zod'
import type { AzureCodeSessions } from '../../../config/config.ts'
import { type Asked, getBytes, getJson } from '../../../engines/getJson.ts'
import { multipart } from '../../../engines/multipart.ts'
import type { Egress } from '../../../platform/egress/egress.ts'
import { AppError } from '../../../platform/errors.ts'

/** Where sessions of Azure Container Apps accept tokens. */
const SCOPE = 'https://dynamicsessions.io/.default'
const API_VERSION = '2025-10-02-preview'

const TOKEN_MS = 20_000
/** For what a call needs beside the time of the code: a new session takes some seconds. */
const CALL_MS = 60_000
const FILE_MS = 120_000
/** A token that ends soon could end during a call. */
const MARGIN_MS = 5 * 60_000
/** A file of the service. */
const MOST_FILE = 128 * 2 ** 20

const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })
const Execution = z.object({
  result: z.object({ stdout: z.string().nullish(), stderr: z.string().nullish() }).nullish(),
})

/**
 * The code interpreter sessions of a pool in Azure Container Apps. A session begins with its first call, and keeps its
 * variables and files until it hasn’t been used for a while. Calls throw AppError like those to a model, or the reason
 * of their signal.
 */
export interface AzureService {
  /** Runs code in a session and returns what it printed, without what it wrote to the error stream. */
  execute(session: string, code: string, seconds: number, signal: AbortSignal): Promise<string>
  /** Writes a file to `/mnt/data` of a session. Names have only letters, digits, `-`, `_`, and `.`. */
  upload(session: string, name: string, content: Buffer, signal: AbortSignal): Promise<void>
  download(session: string, name: string, signal: AbortSignal): Promise<Buffer>
}

export function createAzureService(place: AzureCodeSessions, egress: Egress): AzureService {
  let token: { value: string; until: number } | null = null

  /** Gets a token for the application of the instance, and keeps it while it is valid. */
  async function authorization(): Promise<string> {
    if (token && token.until > performance.now()) return token.value
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: place.clientId,
      client_secret: place.clientSecret,
      scope: SCOPE,
    })
    const answer = await getJson(
      egress,
      {
        url: `${place.loginUrl}/${encodeURIComponent(place.tenantId)}/oauth2/v2.0/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      },
      AbortSignal.timeout(TOKEN_MS),
    )
    const read = Token.safeParse(answer)
    if (!read.success) throw new AppError('engine.malformed')
    const { access_token, expires_in } = read.data
    const lasts = Math.max(expires_in * 1000 - MARGIN_MS, 0)
    token = { value: `Bearer ${access_token}`, until: performance.now() + lasts }
    return token.value
  }

  async function asked(
    path: string,
    session: string,
    given: Partial<Asked> & { type?: string } = {},
  ): Promise<Asked> {
    const query = new URLSearchParams({ 'api-version': API_VERSION, identifier: session })
    const { type, body } = given
    return {
      url: `${place.url}/${path}?${query}`,
      headers: { authorization: await authorization(), ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    }
  }

  const within = (signal: AbortSignal, ms: number) => AbortSignal.any([signal, AbortSignal.timeout(ms)])

  return {
    async execute(session, code, seconds, signal) {
      const body = JSON.stringify({
        codeInputType: 'Inline',
        executionType: 'Synchronous',
        code,
        timeoutInSeconds: seconds,
      })
      const request = await asked('executions', session, { type: 'application/json', body })
      const answer = await getJson(egress, request, within(signal, seconds * 1000 + CALL_MS))
      const read = Execution.safeParse(answer)
      if (!read.success) throw new AppError('engine.malformed')
      return read.data.result?.stdout ?? ''
    },
    async upload(session, name, content, signal) {
      const { contentType, body } = multipart({}, [
        { name: 'file', fileName: name, type: 'application/octet-stream', content },
      ])
      await getBytes(
        egress,
        await asked('files', session, { type: contentType, body }),
        within(signal, FILE_MS),
      )
    },
    async download(session, name, signal) {
      const request = await asked(`files/${encodeURIComponent(name)}/content`, session)
      return getBytes(egress, request, within(signal, FILE_MS), MOST_FILE)
    },
  }
}
