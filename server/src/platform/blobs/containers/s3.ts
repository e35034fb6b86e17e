import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Place } from '../../../config/containerPlace.ts'
import type { Egress, OutboundMethod } from '../../egress/egress.ts'
import { BlobMissing, type Container, MOST_PAGES, PART_BYTES, PARTS_AT_ONCE, TRIES } from './container.ts'
import { bounded, flatHeaders, SILENT_MS } from './requests.ts'

/** A bucket of Amazon S3, or of a server with the same protocol. */
export function createS3Container(
  { bucket, region, endpoint, credentials }: S3Place,
  egress: Egress,
): Container {
  const client = new S3Client({
    region,
    maxAttempts: TRIES,
    requestHandler: handlerOf(egress),
    // Other servers know no newer checksums, and TLS protects what is sent.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  })
  const at = (name: string) => ({ Bucket: bucket, Key: name })
  return {
    async put(name, bytes) {
      const params = { ...at(name), Body: bytes }
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
    },
    async putNew(name, text) {
      try {
        await client.send(new PutObjectCommand({ ...at(name), Body: Buffer.from(text), IfNoneMatch: '*' }))
        return true
      } catch (error) {
        if (statusOf(error) === 412 || statusOf(error) === 409) return false
        throw error
      }
    },
    async read(name, range) {
      // The end of the header's range is inclusive.
      const Range = range && `bytes=${range.start}-${range.end - 1}`
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(name), Range }))
        return Body as Readable
      } catch (error) {
        throw (error as Error).name === 'NoSuchKey'
          ? new BlobMissing('The bucket has no such object.', { cause: error })
          : error
      }
    },
    async sizeOf(name) {
      try {
        return (await client.send(new HeadObjectCommand(at(name)))).ContentLength ?? 0
      } catch (error) {
        if (statusOf(error) === 404) return null
        throw error
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)))
    },
    async *list(prefix) {
      let next: string | undefined
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key) yield { name: Key, storedAt: LastModified?.getTime() ?? Date.now() }
        next = page.IsTruncated ? page.NextContinuationToken : undefined
        if (!next) return
      }
      throw new Error('The list of the bucket doesn’t end.')
    },
    close: () => client.destroy(),
  }
}

/** A request that the client has signed. */
interface Signed {
  protocol: string
  hostname: string
  port?: number
  path: string
  query: Record<string, string | string[] | null>
  method: OutboundMethod
  headers: Record<string, string>
  body?: string | Uint8Array | Readable
}

/** Sends the client's requests through the egress module. */
function handlerOf(egress: Egress): NonNullable<S3ClientConfig['requestHandler']> {
  return {
    async handle(
      { protocol, hostname, port, path, query, method, headers, body }: Signed,
      { abortSignal }: { abortSignal?: AbortSignal } = {},
    ) {
      const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}`)
      for (const [name, value] of Object.entries(query))
        for (const one of [value].flat()) url.searchParams.append(name, one ?? '')
      const answer = await egress.request(url.href, {
        method,
        headers,
        body,
        signal: abortSignal,
        headersTimeout: SILENT_MS,
        bodyTimeout: SILENT_MS,
      })
      const { statusCode } = answer
      const isObject = method === 'GET' && statusCode < 300 && !('list-type' in query)
      return {
        response: {
          statusCode,
          headers: flatHeaders(answer.headers),
          body: isObject ? answer.body : bounded(answer.body),
        },
      }
    },
  }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
