import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ContainerClient, type IHttpClient, StorageSharedKeyCredential } from '@azure/storage-blob'
import type { AzurePlace } from '../../../config/containerPlace.ts'
import type { Egress } from '../../egress/egress.ts'
import { BlobMissing, type Container, MOST_PAGES, PART_BYTES, PARTS_AT_ONCE, TRIES } from './container.ts'
import { bounded, flatHeaders, SILENT_MS } from './requests.ts'

/** A container of Azure Blob Storage. */
export function createAzureContainer({ url, credentials }: AzurePlace, egress: Egress): Container {
  const container = new ContainerClient(
    url,
    credentials ? new StorageSharedKeyCredential(credentials.account, credentials.key) : undefined,
    { httpClient: clientOf(egress), retryOptions: { maxTries: TRIES } },
  )
  const at = (name: string) => container.getBlockBlobClient(name)
  return {
    async put(name, bytes) {
      await at(name).uploadStream(bytes, PART_BYTES, PARTS_AT_ONCE)
    },
    async putNew(name, content) {
      try {
        await at(name).upload(content, Buffer.byteLength(content), { conditions: { ifNoneMatch: '*' } })
        return true
      } catch (error) {
        if (statusOf(error) === 409 || statusOf(error) === 412) return false
        throw error
      }
    },
    async read(name, range) {
      try {
        const { start = 0, end } = range ?? {}
        const answer = await at(name).download(start, end === undefined ? undefined : end - start)
        return answer.readableStreamBody as Readable
      } catch (error) {
        throw codeOf(error) === 'BlobNotFound'
          ? new BlobMissing('The container has no such blob.', { cause: error })
          : error
      }
    },
    async sizeOf(name) {
      try {
        return (await at(name).getProperties()).contentLength ?? 0
      } catch (error) {
        if (statusOf(error) === 404) return null
        throw error
      }
    },
    async remove(name) {
      await at(name).deleteIfExists()
    },
    async *list(prefix) {
      let pages = 0
      for await (const page of container.listBlobsFlat({ prefix }).byPage()) {
        for (const { name, properties } of page.segment.blobItems)
          yield { name, storedAt: properties.lastModified.getTime() }
        pages += 1
        if (pages === MOST_PAGES) throw new Error('The list of the container doesn’t end.')
      }
    },
    close: () => undefined,
  }
}

/** Sends the client's requests through the egress module. */
function clientOf(egress: Egress): IHttpClient {
  return {
    async sendRequest(request) {
      const { body } = request
      const answer = await egress.request(request.url, {
        method: request.method,
        headers: request.headers.toJson({ preserveCase: true }),
        body: (typeof body === 'function' ? body() : body) as string | Uint8Array | Readable | undefined,
        signal: request.abortSignal as AbortSignal | undefined,
        headersTimeout: SILENT_MS,
        bodyTimeout: SILENT_MS,
      })
      const headers = request.headers.clone()
      for (const name of headers.headerNames()) headers.remove(name)
      for (const [name, value] of Object.entries(flatHeaders(answer.headers))) headers.set(name, value)
      const { statusCode: status } = answer
      return request.streamResponseStatusCodes?.has(status)
        ? { request, headers, status, readableStreamBody: answer.body }
        : { request, headers, status, bodyAsText: await text(bounded(answer.body)) }
    },
  }
}

/** The code is in a header, too, and only there in answers without a body. */
const codeOf = (error: unknown): string | undefined =>
  (error as { details?: { errorCode?: string } }).details?.errorCode ?? (error as { code?: string }).code

const statusOf = (error: unknown): number | undefined => (error as { statusCode?: number }).statusCode
