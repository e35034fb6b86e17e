import type { Egress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import { redactingInPieces } from '../platform/redaction/inPieces.ts'
import type { Redactor } from '../platform/redaction/redactor.ts'
import { getBytes, getJson } from './getJson.ts'
import { multipart } from './multipart.ts'
import { isObject } from './providerJson.ts'
import { Refusal, refusedParameter } from './refusals.ts'

/** Where a provider transcribes recordings and reads texts aloud. */
export interface AudioAddress {
  url(deploymentName: string, operation: 'transcriptions' | 'speech'): string
  headers: Record<string, string>
}

export interface Recording {
  /** A WAV file. */
  wav: Buffer
  /** The spoken language by ISO 639-1. Null to let the provider find out. */
  language: string | null
}

export interface Transcript {
  text: string
  /** As the provider names it, by a code or in English; null if it doesn’t. */
  language: string | null
}

export interface SpokenWords {
  text: string
  /** A voice of the provider. */
  voice: string
}

export interface Speech {
  bytes: Buffer
  mimeType: 'audio/mpeg' | 'audio/wav'
}

interface Needs {
  egress: Egress
  /** How long one request can take. */
  limitMs: number
}

/** Ten minutes of a recording take a provider well below a minute. */
export const AUDIO_LIMIT_MS = 120_000
const MOST_JSON_BYTES = 1024 * 1024
/** A sentence of 1,000 characters lasts about 70 seconds, in WAV 48,000 times 2 bytes each. */
const MOST_SPEECH_BYTES = 16 * 1024 * 1024

/** Returns what is said in a recording. Throws AppError, or the signal’s reason if it was aborted. */
export async function transcribe(
  { egress, limitMs }: Needs,
  address: AudioAddress,
  deploymentName: string,
  { wav, language }: Recording,
  signal: AbortSignal,
): Promise<Transcript> {
  const limit = AbortSignal.timeout(limitMs)
  const file = { name: 'file', fileName: 'recording.wav', type: 'audio/wav', content: wav }
  const fields = { model: deploymentName, response_format: 'json', ...(language && { language }) }
  const { contentType, body } = multipart(fields, [file])
  const asked = {
    url: address.url(deploymentName, 'transcriptions'),
    headers: { 'content-type': contentType, ...address.headers },
    body,
  }
  try {
    const answer = await getJson(egress, asked, AbortSignal.any([signal, limit]), MOST_JSON_BYTES)
    if (!isObject(answer) || typeof answer.text !== 'string') throw new AppError('engine.malformed')
    return {
      text: answer.text.replaceAll('\u0000', '').toWellFormed().trim(),
      language: typeof answer.language === 'string' ? answer.language.slice(0, 50) : null,
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw failureOf(cause, limit, 'transcription')
  }
}

/** Returns a text read aloud. Throws AppError, or the signal’s reason if it was aborted. */
export async function speak(
  { egress, redactor, limitMs }: Needs & { redactor: Redactor | null },
  address: AudioAddress,
  deploymentName: string,
  { text, voice }: SpokenWords,
  signal: AbortSignal,
): Promise<Speech> {
  const limit = AbortSignal.timeout(limitMs)
  const input = redactor ? await redactingInPieces(redactor)(text) : text
  const sent: Record<string, string> = { model: deploymentName, input, voice, response_format: 'mp3' }
  const ask = () => {
    const asked = {
      url: address.url(deploymentName, 'speech'),
      headers: { 'content-type': 'application/json', accept: 'audio/*', ...address.headers },
      body: JSON.stringify(sent),
    }
    return getBytes(egress, asked, AbortSignal.any([signal, limit]), MOST_SPEECH_BYTES)
  }
  try {
    const bytes = await ask().catch((cause: unknown) => {
      // Some servers make only WAV, and don’t know the parameter.
      if (!(cause instanceof Refusal) || !refusedParameter(cause.error, ['response_format'])) throw cause
      delete sent.response_format
      return ask()
    })
    const mimeType = audioTypeOf(bytes)
    if (!mimeType) throw new AppError('engine.malformed')
    return { bytes, mimeType }
  } catch (cause) {
    signal.throwIfAborted()
    throw failureOf(cause, limit, 'speech')
  }
}

/** Returns the type of a sound by its first bytes: an MPEG frame, a tag before it, or WAV. Null for anything else. */
function audioTypeOf(bytes: Buffer): Speech['mimeType'] | null {
  if (bytes.length < 12) return null
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE')
    return 'audio/wav'
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0
  return isFrame || bytes.toString('latin1', 0, 3) === 'ID3' ? 'audio/mpeg' : null
}

/** The errors of a chat model’s provider speak of a language model. */
function failureOf(cause: unknown, limit: AbortSignal, area: 'transcription' | 'speech'): unknown {
  if (limit.aborted) return new AppError(`${area}.timeout`, { cause })
  if (!(cause instanceof AppError)) return cause
  switch (cause.code) {
    case 'engine.refused':
    case 'engine.contextLength':
    case 'engine.filtered':
      return new AppError(`${area}.rejected`, { cause })
    case 'engine.busy':
    case 'engine.failed':
    case 'engine.unreachable':
    case 'engine.broken':
    case 'engine.malformed':
      return new AppError(`${area}.failed`, { cause })
    default:
      return cause
  }
}
