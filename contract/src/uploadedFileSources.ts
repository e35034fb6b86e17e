import { z } from 'zod'
import { DataSource } from './dataSources.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

/** `default`: the storage and embeddings of the instance. `explicit`: the library's own. */
export const endpointsTypes = ['default', 'explicit'] as const
const EndpointsType = z.enum(endpointsTypes)

/** What was tried, and the code of the error if it failed. */
const Probe = z.object({
  endpoint: z.enum(['BlobContainer', 'Embedding', 'Index']),
  reachable: z.boolean(),
  /** An error code, or null if it is reachable. */
  reason: z.string().nullable(),
  /** The dimensions of the deployment’s vectors. */
  dimensions: z.number().int().nullable(),
  at: timestamp,
})

const Endpoints = z.object({
  /** Without a shared access signature, which is a key. */
  blobContainerUrl: z.string(),
  /** Null after a restore without secrets. */
  blobContainerCredential: z.object({ lastFour: z.string() }).nullable(),
  /** Null if the library is searched by words only. */
  embeddingEndpoint: z.string().nullable(),
  embeddingDeployment: z.string().nullable(),
  embeddingCredential: z.object({ lastFour: z.string() }).nullable(),
  /** Null if passages are searched in the database of the instance. */
  indexEndpoint: z.string().nullable(),
  /** The schema in the database of the index. */
  indexName: z.string().nullable(),
  indexCredential: z.object({ lastFour: z.string() }).nullable(),
  /** False after a restore: files stay as they are until the endpoints are saved again. */
  isConfirmed: z.boolean(),
  /** The results of the last test of all endpoints. */
  probes: z.array(Probe),
})

/** A file library with its endpoints. They are null for default endpoints. */
const UploadedFileSource = DataSource.extend({ endpoints: Endpoints.nullable() })

const EndpointsInput = z.strictObject({
  /** `s3://BUCKET?region=REGION`, with `&endpoint=https://…` for other servers, or the URL of a container in Azure Blob Storage. */
  blobContainerUrl: text(1, limits.endpointUrl),
  /** `ACCESS_KEY_ID:SECRET`, an account key, or a shared access signature. If it is left out, the stored key stays. */
  blobContainerCredential: text(1, limits.endpointKey).optional(),
  /** The URL of an Azure OpenAI resource, or of a server that supports OpenAI’s protocol. Empty: search by words only. */
  embeddingEndpoint: text(0, limits.endpointUrl).optional(),
  embeddingDeployment: text(0, limits.endpointDeployment).optional(),
  /** If it is left out, the stored key stays. Empty: none. */
  embeddingCredential: text(0, limits.endpointKey).optional(),
  /**
   * `postgres://USER@HOST:PORT/DATABASE` of another PostgreSQL database, in which passages are searched. Empty: in the
   * database of the instance.
   */
  indexEndpoint: text(0, limits.endpointUrl).optional(),
  /** The name of a schema in that database. It is created if it doesn’t exist. */
  indexName: text(0, limits.indexName).optional(),
  /** The password of the user. If it is left out, the stored one stays. Empty: none. */
  indexCredential: text(0, limits.endpointKey).optional(),
})

const base = '/api/internal/dataSources/uploadedFiles' as const
const ofType = z.strictObject({ endpointsType: EndpointsType })
const one = ofType.extend({ dataSourceId: id })
const readers = [
  'DataSourcesRead',
  'DataSourcesWrite',
  'DataSourcesReadSpecific',
  'DataSourcesWriteSpecific',
] as const
const writers = ['DataSourcesWrite', 'DataSourcesWriteSpecific'] as const

/** The same libraries as `dataSources`, with where their files, vectors, and indexes are. */
export const uploadedFileSources = {
  listSources: endpoint({
    method: 'GET',
    path: `${base}/{endpointsType}`,
    access: [
      'DataSourcesRead',
      'DataSourcesCreate',
      'DataSourcesWrite',
      'DataSourcesReadSpecific',
      'DataSourcesWriteSpecific',
    ],
    rate: 'read',
    audit: 'none',
    params: ofType,
    input: z.strictObject({ ...page }),
    response: listOf(UploadedFileSource),
    purpose: 'Lists the file libraries with default or explicit endpoints that you can view, by name.',
  }),
  createSource: endpoint({
    method: 'POST',
    path: `${base}/{endpointsType}`,
    access: ['DataSourcesCreate'],
    rate: 'write',
    audit: 'dataSource.create',
    idempotency: 'optional',
    params: ofType,
    input: z.strictObject({
      name: text(1, limits.libraryName),
      description: text(0, limits.libraryDescription).optional(),
      endpoints: EndpointsInput.optional(),
    }),
    response: UploadedFileSource,
    purpose:
      'Creates an empty file library. Explicit endpoints are required for that type, and must be reachable.',
  }),
  getSource: endpoint({
    method: 'GET',
    path: `${base}/{endpointsType}/{dataSourceId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: UploadedFileSource,
    purpose: 'Returns a file library with its endpoints. Keys are never returned.',
  }),
  updateSource: endpoint({
    method: 'PUT',
    path: `${base}/{endpointsType}/{dataSourceId}`,
    access: writers,
    rate: 'write',
    audit: 'dataSource.update',
    params: one,
    input: z.strictObject({
      name: text(1, limits.libraryName).optional(),
      description: text(0, limits.libraryDescription).optional(),
      endpoints: EndpointsInput.optional(),
    }),
    response: UploadedFileSource,
    etag: 'required',
    purpose:
      'Updates a library and its endpoints, which must be reachable. The container and the index stay the same while the library has files.',
  }),
  removeSource: endpoint({
    method: 'DELETE',
    path: `${base}/{endpointsType}/{dataSourceId}`,
    access: writers,
    rate: 'write',
    audit: 'dataSource.remove',
    params: one,
    input: z.strictObject({
      /** Removes the library from agents that use it. Without this, such a library is kept. */
      unlink: z.boolean().optional(),
    }),
    response: nothing,
    purpose: 'Deletes a library with its files, also what is in its own container and index.',
  }),
  probeEndpoints: endpoint({
    method: 'POST',
    path: `${base}/explicit/probe`,
    access: ['DataSourcesCreate', ...writers],
    rate: 'model',
    audit: 'none',
    idempotency: 'none',
    input: z.strictObject({
      /** The library whose stored keys are used where none is given. Requires permission to change it. */
      dataSourceId: id.optional(),
      endpoints: EndpointsInput,
    }),
    response: z.object({ probes: z.array(Probe) }),
    purpose:
      'Tries endpoints before they are saved: stores and deletes an object, embeds a word, and connects to the index.',
  }),
}
