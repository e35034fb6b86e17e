import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface ObjectStore {
  /** The URL of a container for BLOB_CONTAINER_URL. */
  url: string
  key: string
  /** The objects by name. */
  objects: Map<string, Buffer>
  /** Answers with this status from now on, unless it is 200. */
  status: number
  close(): Promise<void>
}

interface Asked {
  request: IncomingMessage
  response: ServerResponse
  method: string
  /** The name of the object, or empty for the container. */
  name: string
  query: URLSearchParams
  body: Buffer
}

/** How many names one page of a list has: few, so that tests read more than one. */
const PAGE = 3
const CONTAINER = 'parlance-files'

/**
 * An object store on loopback with the protocol of Amazon S3 or Azure Blob Storage. Requires signed requests, but doesn't
 * verify their signatures: bench/containers.ts runs the same work on servers that do.
 */
export async function startObjectStore(kind: 'S3' | 'Azure'): Promise<ObjectStore> {
  const answer = kind === 'S3' ? s3(new Map()) : azure(new Map())
  const objects = answer.objects
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = decodeURIComponent(url.pathname)
      .split('/')
      .slice(kind === 'S3' ? 1 : 2)
    const body = await buffer(request).catch(() => null)
    if (!body) return
    if (store.status !== 200) return response.writeHead(store.status).end()
    if (!request.headers.authorization?.includes(kind === 'S3' ? 'Credential=access' : 'SharedKey account:'))
      return response.writeHead(403).end()
    if (path[0] !== CONTAINER) return response.writeHead(404).end()
    answer.to({
      request,
      response,
      method: request.method ?? '',
      name: path.slice(1).join('/'),
      query: url.searchParams,
      body,
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store: ObjectStore = {
    url: kind === 'S3' ? `s3://${CONTAINER}?endpoint=${origin}` : `${origin}/account/${CONTAINER}`,
    key: kind === 'S3' ? 'access:secret' : Buffer.from('secret').toString('base64'),
    objects,
    status: 200,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return store
}

interface Protocol {
  objects: Map<string, Buffer>
  to(asked: Asked): void
}

const etag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const xml = (response: ServerResponse, status: number, text: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>${text}`)

function page(objects: Map<string, Buffer>, query: URLSearchParams, marker: string) {
  const [prefix, after] = [query.get('prefix') ?? '', query.get(marker) ?? '']
  const names = [...objects.keys()].sort().filter((name) => name.startsWith(prefix) && name > after)
  return { names: names.slice(0, PAGE), next: names.length > PAGE ? names[PAGE - 1] : undefined }
}

/** Answers with the requested part of an object, or only about it. */
function sendObject(
  { request, response, method }: Asked,
  bytes: Buffer,
  extra: Record<string, string>,
): void {
  const asked = request.headers.range ?? request.headers['x-ms-range']
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(String(asked ?? '')) ?? []
  const part = from === undefined ? bytes : bytes.subarray(Number(from), to ? Number(to) + 1 : undefined)
  const headers = { ...extra, etag: etag(bytes), 'last-modified': new Date().toUTCString() }
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`
  response.writeHead(from === undefined ? 200 : 206, {
    ...headers,
    'content-length': part.length,
    ...(from === undefined ? {} : { 'content-range': range }),
  })
  response.end(method === 'HEAD' ? undefined : part)
}

function s3(objects: Map<string, Buffer>): Protocol {
  const uploads = new Map<string, Buffer[]>()
  function put({ request, response, name, query, body }: Asked): void {
    const parts = uploads.get(query.get('uploadId') ?? '')
    if (parts) parts[Number(query.get('partNumber'))] = body
    else if (request.headers['if-none-match'] === '*' && objects.has(name))
      return void xml(response, 412, '<Error><Code>PreconditionFailed</Code></Error>')
    else objects.set(name, body)
    response.writeHead(200, { etag: etag(body) }).end()
  }
  function post({ response, name, query }: Asked): void {
    const id = query.get('uploadId')
    if (id === null) {
      uploads.set(String(uploads.size + 1), [])
      const started = `<UploadId>${uploads.size}</UploadId>`
      return void xml(
        response,
        200,
        `<InitiateMultipartUploadResult>${started}</InitiateMultipartUploadResult>`,
      )
    }
    const bytes = Buffer.concat(uploads.get(id)?.filter(Boolean) ?? [])
    objects.set(name, bytes)
    uploads.delete(id)
    xml(
      response,
      200,
      `<CompleteMultipartUploadResult><ETag>${etag(bytes)}</ETag></CompleteMultipartUploadResult>`,
    )
  }
  function list({ response, query }: Asked): void {
    const { names, next } = page(objects, query, 'continuation-token')
    const items = names.map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
    )
    const more = next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    const truncated = `<IsTruncated>${next !== undefined}</IsTruncated>`
    xml(response, 200, `<ListBucketResult>${items.join('')}${truncated}${more}</ListBucketResult>`)
  }
  return {
    objects,
    to(asked) {
      const { response, method, name, query } = asked
      if (method === 'PUT') return put(asked)
      if (method === 'POST') return post(asked)
      if (method === 'DELETE') {
        if (!uploads.delete(query.get('uploadId') ?? '')) objects.delete(name)
        return void response.writeHead(204).end()
      }
      if (name === '') return list(asked)
      const bytes = objects.get(name)
      if (!bytes) return void xml(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
      return sendObject(asked, bytes, {})
    },
  }
}

function azure(objects: Map<string, Buffer>): Protocol {
  const blocks = new Map<string, Buffer>()
  function put({ request, response, name, query, body }: Asked): void {
    const comp = query.get('comp')
    if (comp === 'block') blocks.set(`${name} ${query.get('blockid')}`, body)
    else if (request.headers['if-none-match'] === '*' && objects.has(name))
      return void response.writeHead(409, { 'x-ms-error-code': 'BlobAlreadyExists' }).end()
    else if (comp === 'blocklist') {
      const ids = [...body.toString('utf8').matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(
        ([, id]) => `${name} ${id}`,
      )
      objects.set(name, Buffer.concat(ids.map((id) => blocks.get(id) ?? Buffer.alloc(0))))
      for (const id of ids) blocks.delete(id)
    } else objects.set(name, body)
    response.writeHead(201, { etag: etag(body), 'last-modified': new Date().toUTCString() }).end()
  }
  function list({ response, query }: Asked): void {
    const { names, next } = page(objects, query, 'marker')
    const changed = '<Last-Modified>Thu, 01 Jan 2026 00:00:00 GMT</Last-Modified>'
    const about = `<Properties>${changed}<Etag>"1"</Etag><BlobType>BlockBlob</BlobType></Properties>`
    const items = names.map((name) => `<Blob><Name>${name}</Name>${about}</Blob>`)
    xml(
      response,
      200,
      `<EnumerationResults ContainerName="${CONTAINER}"><Blobs>${items.join('')}</Blobs><NextMarker>${next ?? ''}</NextMarker></EnumerationResults>`,
    )
  }
  return {
    objects,
    to(asked) {
      const { response, method, name } = asked
      if (method === 'PUT') return put(asked)
      if (name === '') return list(asked)
      const bytes = objects.get(name)
      if (!bytes) return void response.writeHead(404, { 'x-ms-error-code': 'BlobNotFound' }).end()
      if (method === 'DELETE') {
        objects.delete(name)
        return void response.writeHead(202).end()
      }
      return sendObject(asked, bytes, { 'x-ms-blob-type': 'BlockBlob' })
    },
  }
}
