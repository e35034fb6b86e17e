import type { Table } from './catalog.ts'

/**
 * The tables that a backup leaves out, and why. All others are included, also ones added later. Included tables
 * must not refer to these.
 */
const leftOut: Record<string, string> = {
  migration: 'created again by a restore; the archive lists the migrations itself',
  session: 'sessions ended after the backup would be active again, so everyone signs in again',
  directory_state: 'sign-ins, codes, and tokens of the directory, for the same reason',
  directory_password_link: 'password links, valid for 30 minutes: one used since the backup would work again',
  directory_try: 'password attempts of the last few minutes',
}

/** A column with this name contains data encrypted with a key of the instance. */
const ENCRYPTED = /(^|_)ciphertext$/
const BLOB_KEY = /(^|_)blob_key$/

export type Place = 'plain' | 'sealed' | 'out'

/** Where a table's rows go: in plain text, among the secrets, or nowhere. */
export function placeOf(table: Table): Place {
  if (table.name in leftOut) return 'out'
  return table.columns.some((column) => ENCRYPTED.test(column.name)) ? 'sealed' : 'plain'
}

/** The columns that name blobs, each with the column for the SHA-256 of the bytes if there is one. */
export function blobColumns(
  tables: readonly Table[],
): { table: string; key: string; sha256: string | null }[] {
  return tables
    .filter((table) => placeOf(table) === 'plain')
    .flatMap((table) =>
      table.columns
        .filter((column) => BLOB_KEY.test(column.name))
        .map(({ name: key }) => {
          const beside = key.replace(/blob_key$/, 'sha256')
          const sha256 = table.columns.some((column) => column.name === beside) ? beside : null
          return { table: table.name, key, sha256 }
        }),
    )
}

/** Whether rows have a lease: who works on them, and until when. A restore clears leases. */
export function isLeased(table: Table): boolean {
  const has = (name: string) => table.columns.some((column) => column.name === name)
  return has('lease_holder') && has('lease_until')
}
