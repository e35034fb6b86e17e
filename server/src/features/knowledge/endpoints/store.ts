import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { ProbeResult } from './probing.ts'

/** The endpoints of a library as they are stored: keys encrypted, and null after a restore without secrets. */
export interface EndpointsRow {
  dataSourceId: string
  /** The number of the library, in the keys of its blobs and the index. */
  number: number
  /** How many passages its searchable files have. */
  passages: number
  blobContainerUrl: string
  blobContainerCredential: string | null
  blobContainerLastFour: string | null
  embeddingEndpoint: string | null
  embeddingDeployment: string | null
  embeddingCredential: string | null
  embeddingLastFour: string | null
  indexEndpoint: string | null
  indexName: string | null
  indexCredential: string | null
  indexLastFour: string | null
  probes: ProbeResult[]
  /** False after a restore, until the endpoints are saved again. */
  isConfirmed: boolean
}

const fields = sql`e.data_source_id as "dataSourceId", d.number, d.passages, e.blob_container_url as "blobContainerUrl",
  container.ciphertext as "blobContainerCredential", container.last_four as "blobContainerLastFour",
  e.embedding_endpoint as "embeddingEndpoint", e.embedding_deployment as "embeddingDeployment",
  embedding.ciphertext as "embeddingCredential", embedding.last_four as "embeddingLastFour",
  e.index_endpoint as "indexEndpoint", e.index_name as "indexName", own_index.ciphertext as "indexCredential",
  own_index.last_four as "indexLastFour", e.probes,
  e.is_confirmed as "isConfirmed"`

const rows = sql`data_source_endpoints e join data_source d on d.data_source_id = e.data_source_id
  left join data_source_credential container
    on container.data_source_id = e.data_source_id and container.endpoint = 'BlobContainer'
  left join data_source_credential embedding
    on embedding.data_source_id = e.data_source_id and embedding.endpoint = 'Embedding'
  left join data_source_credential own_index
    on own_index.data_source_id = e.data_source_id and own_index.endpoint = 'Index'`

/** The caller has checked that the libraries are visible. */
export async function readEndpoints(
  db: Sql,
  dataSourceIds: readonly string[],
): Promise<ReadonlyMap<string, EndpointsRow>> {
  const result = await sql<EndpointsRow>`select ${fields} from ${rows}
    where e.data_source_id = any(${[...dataSourceIds]}::uuid[])`.execute(db)
  return new Map(result.rows.map((row) => [row.dataSourceId, row]))
}

/** For the server itself: the endpoints of a library by its number, also while its files are being deleted. */
export async function readByNumber(db: Sql, number: number): Promise<EndpointsRow | null> {
  const result = await sql<EndpointsRow>`select ${fields} from ${rows} where d.number = ${number}`.execute(db)
  return result.rows[0] ?? null
}

/** The numbers of all libraries with a container of their own that is known to be theirs alone. */
export async function readNumbers(db: Sql): Promise<number[]> {
  const result = await sql<{ number: number }>`select d.number from ${rows}
    where e.is_confirmed order by d.number limit 10000`.execute(db)
  return result.rows.map(({ number }) => number)
}

/** Where a library's own container is, or null for a library that has none. */
export async function readContainer(
  db: Sql,
  dataSourceId: string,
): Promise<{ number: number; url: string } | null> {
  const result = await sql<{ number: number; url: string }>`select d.number, e.blob_container_url as url
    from ${rows} where e.data_source_id = ${dataSourceId}`.execute(db)
  return result.rows[0] ?? null
}

/** Returns the URL of a library's own container, which then stays the same until the transaction ends. */
export async function keepContainer(tx: Sql, dataSourceId: string): Promise<string | null> {
  const result = await sql<{ url: string }>`select blob_container_url as url from data_source_endpoints
    where data_source_id = ${dataSourceId} for share`.execute(tx)
  return result.rows[0]?.url ?? null
}

/** The numbers of the libraries with an embedding deployment of their own. */
export async function readEmbedding(db: Sql): Promise<number[]> {
  const result = await sql<{ number: number }>`select d.number from ${rows}
    where e.embedding_endpoint is not null and d.data_source_type = 'UploadedFiles'
    order by d.number limit 1000`.execute(db)
  return result.rows.map(({ number }) => number)
}

/** The numbers of those of these libraries that have endpoints of their own. The caller has checked the permission. */
export async function readExplicit(db: Sql, dataSourceIds: readonly string[]): Promise<number[]> {
  const result = await sql<{ number: number }>`select d.number from ${rows}
    where e.data_source_id = any(${[...dataSourceIds]}::uuid[])`.execute(db)
  return result.rows.map(({ number }) => number)
}

/** Those of these libraries that have an index of their own. The caller has checked the permission. */
export async function readIndexed(db: Sql, dataSourceIds: readonly string[]): Promise<EndpointsRow[]> {
  const result = await sql<EndpointsRow>`select ${fields} from ${rows}
    where e.data_source_id = any(${[...dataSourceIds]}::uuid[]) and e.index_endpoint is not null
    order by d.number limit 1000`.execute(db)
  return result.rows
}

export async function putEndpoints(
  tx: Sql,
  endpoints: Omit<EndpointsRow, 'number' | 'passages' | 'isConfirmed'>,
): Promise<void> {
  const { dataSourceId: id } = endpoints
  await sql`update data_source set endpoints_type = 'explicit' where data_source_id = ${id}`.execute(tx)
  await sql`insert into data_source_endpoints (data_source_id, blob_container_url, embedding_endpoint,
      embedding_deployment, index_endpoint, index_name, probes)
    values (${id}, ${endpoints.blobContainerUrl}, ${endpoints.embeddingEndpoint}, ${endpoints.embeddingDeployment},
      ${endpoints.indexEndpoint}, ${endpoints.indexName}, ${JSON.stringify(endpoints.probes)}::jsonb)
    on conflict (data_source_id) do update set blob_container_url = excluded.blob_container_url,
      embedding_endpoint = excluded.embedding_endpoint, embedding_deployment = excluded.embedding_deployment,
      index_endpoint = excluded.index_endpoint, index_name = excluded.index_name,
      probes = excluded.probes, is_confirmed = true`.execute(tx)
  await sql`delete from data_source_credential where data_source_id = ${id}`.execute(tx)
  await sql`insert into data_source_credential (data_source_id, endpoint, ciphertext, last_four)
    select ${id}::uuid, endpoint, ciphertext, last_four from (values
      ('BlobContainer', ${endpoints.blobContainerCredential}::text, ${endpoints.blobContainerLastFour}::text),
      ('Embedding', ${endpoints.embeddingCredential}::text, ${endpoints.embeddingLastFour}::text),
      ('Index', ${endpoints.indexCredential}::text, ${endpoints.indexLastFour}::text))
      as given (endpoint, ciphertext, last_four)
    where ciphertext is not null`.execute(tx)
}

/** Whether a library has files, also such that are being deleted. */
export async function hasFiles(tx: Sql, dataSourceId: string): Promise<boolean> {
  const found = await sql`select from file where data_source_id = ${dataSourceId} limit 1`.execute(tx)
  return found.rows.length > 0
}
