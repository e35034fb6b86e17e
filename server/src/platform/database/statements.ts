import pg from 'pg'

interface Sent {
  client: pg.PoolClient | null
  at: number
}

/** The statements that are waiting for an answer, and when the database last answered one. */
export interface StatementsInFlight {
  /** Tracks a statement until it is answered; `client` is its connection, null if it doesn't have one yet. */
  track<T>(client: pg.PoolClient | null, asked: Promise<T>): Promise<T>
  /**
   * How long the database has been silent although it was asked; 0 if it wasn't. A database that works through
   * a long queue answers all the time.
   */
  silentMs(): number
  /** When the last answer arrived, by `performance.now()`. A lost connection isn't an answer. */
  answeredAt(): number
  /** Connections whose statement has waited at least this long. */
  waitingSince(ms: number): Set<pg.PoolClient>
}

export function trackStatements(): StatementsInFlight {
  // In the order in which they were sent, so the first is the oldest.
  const waiting = new Set<Sent>()
  let answeredAt = Number.NEGATIVE_INFINITY
  return {
    async track(client, asked) {
      const one = { client, at: performance.now() }
      waiting.add(one)
      try {
        const answer = await asked
        answeredAt = performance.now()
        return answer
      } catch (cause) {
        if (cause instanceof pg.DatabaseError) answeredAt = performance.now()
        throw cause
      } finally {
        waiting.delete(one)
      }
    },
    silentMs() {
      for (const oldest of waiting) return performance.now() - Math.max(oldest.at, answeredAt)
      return 0
    },
    answeredAt: () => answeredAt,
    waitingSince(ms) {
      const since = performance.now() - ms
      return new Set([...waiting].flatMap(({ client, at }) => (client && at <= since ? [client] : [])))
    },
  }
}

/** Drops a connection without waiting for the other side: pending statements fail immediately. */
export function cutConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
