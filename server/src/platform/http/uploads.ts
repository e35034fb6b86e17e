import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Multipart } from '@fastify/multipart'
import type { Endpoint } from '@parlance/contract/endpoint'
import type { ErrorCode } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import type { FastifyRequest } from 'fastify'
import type { Blobs } from '../blobs/blobs.ts'
import { AppError } from '../errors.ts'
import type { Upload } from './call.ts'

/** The size limit for library files. */
const ofLibrary = { bytes: limits.fileBytes, error: 'file.tooLarge' } as const satisfies Endpoint['largest']

/**
 * Stores the only part of a multipart body, `file`, in the blob store. Throws if the body is anything else, and
 * then stores nothing.
 */
export async function receiveUpload(
  request: FastifyRequest,
  blobs: Blobs,
  largest: NonNullable<Endpoint['largest']> = ofLibrary,
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('request.multipart')
  try {
    return await receive(request, blobs, largest)
  } catch (error) {
    request.raw.unpipe()
    discardRest(request, largest.bytes)
    throw error
  }
}

/** How much of a refused upload is read after the refusal, in sizes of the largest accepted one. */
const DISCARDED = 4

/**
 * Reads the rest of a refused upload, so that its sender reads the answer instead of failing to send, and the
 * connection's next request is found. An endless one loses its connection.
 */
function discardRest({ raw }: FastifyRequest, mostBytes: number): void {
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DISCARDED * mostBytes) raw.destroy()
  })
  raw.resume()
}

async function receive(
  request: FastifyRequest,
  blobs: Blobs,
  largest: NonNullable<Endpoint['largest']>,
): Promise<Upload> {
  const parts = request.parts({ limits: { fileSize: largest.bytes } })
  const part = await nextPart(parts)
  // The parser passes over whatever it can’t read as a part.
  if (!part) throw new AppError('request.malformedUpload')
  if (part.type !== 'file' || part.fieldname !== 'file') throw new AppError('request.multipart')
  const name = displayName(part.filename)
  const { key, size, sha256, head } = await blobs.put(Readable.from(bytesOf(part.file)), largest.bytes)
  try {
    if (part.file.truncated) throw new AppError(largest.error)
    if (await nextPart(parts)) throw new AppError('request.multipart')
    await wholeBody(request)
    if (size === 0) throw new AppError('file.empty')
  } catch (error) {
    await blobs.remove(key)
    throw error
  }
  return { name, size, sha256, head, blobKey: key }
}

async function nextPart(parts: AsyncIterator<Multipart>): Promise<Multipart | null> {
  try {
    const { value, done } = await parts.next()
    return done ? null : value
  } catch (error) {
    throw asUploadError(error)
  }
}

/** Separates errors while reading the body, which are the caller's, from errors while storing it. */
async function* bytesOf(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (error) {
    throw asUploadError(error)
  }
}

/** Waits for the end of the body, whatever it has after its last part. */
async function wholeBody({ raw }: FastifyRequest): Promise<void> {
  raw.resume()
  try {
    await finished(raw, { writable: false })
  } catch (error) {
    throw new AppError('file.interrupted', { cause: error })
  }
}

/** Errors with a more precise text than that of a malformed form, whose own errors have no codes. */
const uploadErrors: Record<string, ErrorCode> = {
  FST_FILES_LIMIT: 'request.multipart',
  FST_PARTS_LIMIT: 'request.multipart',
  FST_FIELDS_LIMIT: 'request.multipart',
  FST_PROTO_VIOLATION: 'request.multipart',
  FST_MP_PREMATURE_CLOSE: 'file.interrupted',
  ECONNRESET: 'file.interrupted',
}

/** Every error while a form is read is the caller’s, known or not. */
function asUploadError(error: unknown): AppError {
  const { code } = error as { code?: unknown }
  const known = typeof code === 'string' ? uploadErrors[code] : undefined
  return new AppError(known ?? 'request.malformedUpload', { cause: error })
}

/**
 * Returns the client's name for a file for display: its last segment, without control or direction-changing
 * characters.
 */
function displayName(given: string | undefined): string {
  // A byte that isn’t UTF-8 was already replaced.
  if (given?.includes('\ufffd')) {
    throw new AppError('request.invalid', {
      fields: [{ field: 'file', message: 'Rename the file. Its name has characters that can’t be read.' }],
    })
  }
  const last = (given ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  // A name can contain joiners, but not consist of what no one sees.
  if (/^[\p{Cf}\s]*$/u.test(clean) || clean === '.' || clean === '..') {
    throw new AppError('request.invalid', { fields: [{ field: 'file', message: 'Enter a file name.' }] })
  }
  if (clean.length > limits.fileName) {
    throw new AppError('request.invalid', {
      fields: [{ field: 'file', message: `Use a file name of ${limits.fileName} characters or fewer.` }],
    })
  }
  return clean
}
