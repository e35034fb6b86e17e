/**
 * The archive is a gzipped tar with its members in this order:
 *
 *   header.json                what the archive is and where it comes from
 *   tables/NAME/000001.ndjson  rows, one per line: an array of the columns' texts, null for no value
 *   blobs/KEY                  the bytes of uploaded files
 *   manifest.json              every member before it with size and SHA-256, the tables with columns and counts
 *   secrets.json               only with a passphrase: encrypted, and bound to the manifest
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
  /** Blobs that rows name but that couldn't be read, or whose bytes differ from what was stored. */
  blobs: { stored: number; bytes: number; missing: string[]; damaged: string[] }
  /** The end of the audit log, to compare with the restored one. */
  auditHead: { seq: number; hash: string }
  /** Identifies the key of this instance without revealing it. */
  keyCheck: string | null
  secrets: boolean
}

/** An error for operators: the message says what to do, and no stack is printed. */
export class BackupError extends Error {}

export function damaged(why: string, cause?: unknown): BackupError {
  return new BackupError(
    `The archive is damaged: ${why}. Nothing was changed. Use another backup.`,
    cause === undefined ? undefined : { cause },
  )
}

/** Error codes of the operating system and of PostgreSQL. */
const FULL = ['ENOSPC', 'EDQUOT', 'EROFS', '53100']

/** Explains a full disk; returns any other error unchanged. */
export function explained(error: unknown, where: string): unknown {
  const { code: given, message } = error as { code?: unknown; message?: unknown }
  // The embedded database's process reports error codes only in the message.
  const code = FULL.find((one) => one === given || String(message).includes(`(${one})`))
  if (code === undefined || error instanceof BackupError) return error
  return new BackupError(`No space left for ${where} (${code}). The incomplete work was discarded.`, {
    cause: error,
  })
}

export const tableMember = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, '0')}.ndjson`

/** Returns the table whose rows a member contains; null for other members. */
export const tableOf = (member: string) => /^tables\/([a-z0-9_]+)\/\d{6}\.ndjson$/.exec(member)?.[1] ?? null

export const blobMember = (key: string) => `blobs/${key}`

/**
 * Returns the key of the blob that a member contains; null for other members. Names from an archive are never
 * used as paths.
 */
export const keyOf = (member: string) => /^blobs\/([0-9a-f]{64})$/.exec(member)?.[1] ?? null
