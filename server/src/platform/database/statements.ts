import type pg from 'pg'

interface Sent {
  client: pg.PoolClient
  at: number
}

/** The statements that wait for their answer, and since when. */
export interface StatementsInFlight {
  /** Notes a statement; what is returned is called when it was answered. */
  sent(client: pg.PoolClient): () => void
  /** How long the oldest one has been waiting. */
  oldestMs(): number
  /** Connections whose statement has waited for at least so long. */
  waitingSince(ms: number): Set<pg.PoolClient>
}

export function trackStatements(): StatementsInFlight {
  // In the order in which they were sent: the first is the oldest.
  const waiting = new Set<Sent>()
  const age = (sent: Sent) => performance.now() - sent.at
  return {
    sent(client) {
      const one = { client, at: performance.now() }
      waiting.add(one)
      return () => waiting.delete(one)
    },
    oldestMs() {
      for (const oldest of waiting) return age(oldest)
      return 0
    },
    waitingSince: (ms) => new Set([...waiting].filter((sent) => age(sent) >= ms).map(({ client }) => client)),
  }
}

/** Lets go of a connection without waiting for a word from the other side: what waits on it fails now. */
export function cutConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
