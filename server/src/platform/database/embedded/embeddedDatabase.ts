export type EmbeddedKind = 'postgres' | 'pglite'

/** A database server that this program starts, supervises, and stops. Only this program uses it. */
export interface EmbeddedDatabase {
  kind: EmbeddedKind
  /** Which database this is and where, for the person who starts the server. */
  description: string
  /** Connection settings for a pg pool. */
  connection: { host: string; port: number; user: string; database: string }
  /** Resolves when the database first accepts connections; rejects if it can't be started. */
  started: Promise<void>
  /** Whether the disk is full, which explains why the database doesn't respond. */
  isFull(): boolean
  /** The process ID of the database server; null while it isn't running. */
  pid(): number | null
  /** Starts to check regularly how long the database has been silent, and restarts it if it hangs. */
  probe(silentMs: () => Promise<number>): void
  stop(): Promise<void>
  /** Ends all its processes at once, if they don't stop in time. Nothing that was acknowledged is lost. */
  kill(): void
}
