import type { Endpoint } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { FastifyRequest } from 'fastify'
import type { Blobs } from '../blobs/blobs.ts'
import { AppError } from '../errors.ts'
import type { Upload } from './call.ts'

/** The size limit for library files. */
const ofLibrary = { bytes: limits.fileBytes, error: 'file.tooLarge' } as const satisfies Endpoint['largest']

/**
 * Stores the `file` part of a multipart body in the blob store. Throws if it is missing, empty, truncated, or
 * too large.
 */
export async function receiveUpload(
  request: FastifyRequest,
  blobs: Blobs,
  largest: NonNullable<Endpoint['largest']> = ofLibrary,
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('request.multipart')
  const part = await request.file({ limits: { fileSize: largest.bytes } })
  if (part?.fieldname !== 'file') throw new AppError('request.multipart')
  const name = displayName(part.filename)
  const stored = await blobs.put(part.file, largest.bytes)
  if (part.file.truncated) {
    await blobs.remove(stored.key)
    throw new AppError(largest.error)
  }
  if (stored.size === 0) {
    await blobs.remove(stored.key)
    throw new AppError('file.empty')
  }
  return { name, size: stored.size, sha256: stored.sha256, head: stored.head, blobKey: stored.key }
}

/**
 * Returns the client's name for a file for display: its last segment, without control or direction-changing
 * characters.
 */
function displayName(given: string | undefined): string {
  const last = (given ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  if (clean === '' || clean === '.' || clean === '..') {
    throw new AppError('request.invalid', { fields: [{ field: 'file', message: 'Enter a file name.' }] })
  }
  if (clean.length > limits.fileName) {
    throw new AppError('request.invalid', {
      fields: [{ field: 'file', message: `Use a file name of ${limits.fileName} characters or fewer.` }],
    })
  }
  return clean
}
