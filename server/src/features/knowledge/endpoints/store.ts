import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { ProbeResult } from './probing.ts'

/** The endpoints of a library as they are stored: keys encrypted. */
export interface EndpointsRow {
  dataSourceId: string
  /** The number of the library, in the keys of its blobs and the index. */
  number: number
  blobContainerUrl: string
  blobContainerCredential: string
  blobContainerLastFour: string
  embeddingEndpoint: string | null
  embeddingDeployment: string | null
  embeddingCredential: string | null
  embeddingLastFour: string | null
  probes: ProbeResult[]
}

const fields = sql`e.data_source_id as "dataSourceId", d.number, e.blob_container_url as "blobContainerUrl",
  e.blob_container_credential as "blobContainerCredential", e.blob_container_last_four as "blobContainerLastFour",
  e.embedding_endpoint as "embeddingEndpoint", e.embedding_deployment as "embeddingDeployment",
  e.embedding_credential as "embeddingCredential", e.embedding_last_four as "embeddingLastFour", e.probes`

const rows = sql`data_source_endpoints e join data_source d on d.data_source_id = e.data_source_id`

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

/** The numbers of all libraries with a container of their own. */
export async function readNumbers(db: Sql): Promise<number[]> {
  const result = await sql<{
    number: number
  }>`select d.number from ${rows} order by d.number limit 10000`.execute(db)
  return result.rows.map(({ number }) => number)
}

/** The number of a library with a container of its own, or null for any other library. */
export async function readContainerNumber(db: Sql, dataSourceId: string): Promise<number | null> {
  const result = await sql<{ number: number }>`select d.number from ${rows}
    where e.data_source_id = ${dataSourceId}`.execute(db)
  return result.rows[0]?.number ?? null
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

export async function putEndpoints(tx: Sql, endpoints: Omit<EndpointsRow, 'number'>): Promise<void> {
  await sql`update data_source set endpoints_type = 'explicit' where data_source_id = ${endpoints.dataSourceId}`.execute(
    tx,
  )
  await sql`insert into data_source_endpoints (data_source_id, blob_container_url, blob_container_credential,
      blob_container_last_four, embedding_endpoint, embedding_deployment, embedding_credential, embedding_last_four,
      probes)
    values (${endpoints.dataSourceId}, ${endpoints.blobContainerUrl}, ${endpoints.blobContainerCredential},
      ${endpoints.blobContainerLastFour}, ${endpoints.embeddingEndpoint}, ${endpoints.embeddingDeployment},
      ${endpoints.embeddingCredential}, ${endpoints.embeddingLastFour}, ${JSON.stringify(endpoints.probes)}::jsonb)
    on conflict (data_source_id) do update set blob_container_url = excluded.blob_container_url,
      blob_container_credential = excluded.blob_container_credential,
      blob_container_last_four = excluded.blob_container_last_four, embedding_endpoint = excluded.embedding_endpoint,
      embedding_deployment = excluded.embedding_deployment, embedding_credential = excluded.embedding_credential,
      embedding_last_four = excluded.embedding_last_four, probes = excluded.probes`.execute(tx)
}

/** Whether a library has files, also such that are being deleted. */
export async function hasFiles(tx: Sql, dataSourceId: string): Promise<boolean> {
  const found = await sql`select from file where data_source_id = ${dataSourceId} limit 1`.execute(tx)
  return found.rows.length > 0
}
