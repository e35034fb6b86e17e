/**
 * The archive: a gzipped tar whose members come in this order.
 *
 *   header.json                what it is and where it comes from
 *   tables/NAME/000001.ndjson  rows, one a line: an array of the columns' texts, null for no value
 *   blobs/KEY                  the bytes of uploaded files
 *   manifest.json              every member before it with size and SHA-256, the tables with columns and counts
 *   secrets.json               only under a passphrase: encrypted, and bound to the manifest
 */
export const FORMAT = 'parlance-backup'
export const FORMAT_VERSION = 1

export const HEADER = 'header.json'
export const MANIFEST = 'manifest.json'
export const SECRETS = 'secrets.json'

export interface Header {
  format: typeof FORMAT
  formatVersion: number
  productVersion: string
  createdAt: string
  database: 'embedded' | 'postgresql'
  migrations: { number: number; name: string; hash: string }[]
}

export interface Manifest {
  members: { name: string; size: number; sha256: string }[]
  tables: { name: string; columns: string[]; rows: number }[]
  sequences: { name: string; last: string | null }[]
  /** Blobs that rows name and that could not be read, or whose bytes are not the ones that were stored. */
  blobs: { stored: number; bytes: number; missing: string[]; damaged: string[] }
  /** The end of the audit log, to be held against the one that is restored. */
  auditHead: { seq: number; hash: string }
  /** Tells whether a key is the one of this installation, without telling the key. */
  keyCheck: string | null
  secrets: boolean
}

/** What an operator reads: the message says what to do, and no stack follows. */
export class BackupError extends Error {}

export function damaged(why: string, cause?: unknown): BackupError {
  return new BackupError(
    `The archive is damaged: ${why}. Nothing was changed. Use another backup.`,
    cause === undefined ? undefined : { cause },
  )
}

/** As the system says it, and as PostgreSQL does. */
const FULL = ['ENOSPC', 'EDQUOT', 'EROFS', '53100']

/** A full disk in words; anything else as it is. */
export function explained(error: unknown, where: string): unknown {
  const { code: given, message } = error as { code?: unknown; message?: unknown }
  // The embedded database's process tells its errors in words.
  const code = FULL.find((one) => one === given || String(message).includes(`(${one})`))
  if (code === undefined || error instanceof BackupError) return error
  return new BackupError(`No space left for ${where} (${code}). The incomplete work was discarded.`, {
    cause: error,
  })
}

export const tableMember = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, '0')}.ndjson`

/** The table that a member holds rows of; null for another member. */
export const tableOf = (member: string) => /^tables\/([a-z0-9_]+)\/\d{6}\.ndjson$/.exec(member)?.[1] ?? null

export const blobMember = (key: string) => `blobs/${key}`

/** The key of the blob that a member holds; null for another member. Names from an archive are never paths. */
export const keyOf = (member: string) => /^blobs\/([0-9a-f]{64})$/.exec(member)?.[1] ?? null
