import { createHash } from 'node:crypto'
import { notify } from '../../platform/database/bus.ts'
import { createCachedValue } from '../../platform/database/cachedValue.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AnnouncementRow, readCurrent } from './store.ts'

/** The announcements that are shown or scheduled, cached in each process. */
export interface Current {
  /** Returns what pages of a brand show to someone now, the most important first. */
  shownOn(brandKey: string): Promise<AnnouncementRow[]>
  /** Tells the other processes of a change once its transaction is committed. */
  announce(tx: Sql): Promise<void>
  /** Marks a change made here, and tells open pages. */
  changed(): void
  start(): void
  stop(): void
}

const CHANNEL = 'announcements_changed'
/** How long another process’s change can go unnoticed while the bus is down. */
const FRESH_MS = 30_000
const PATIENCE_MS = 2_000
/** How often it is checked in memory whether an announcement starts or ends. */
const LOOK_MS = 5_000
const MARK_LENGTH = 16

export const isShown = ({ from, to }: Pick<AnnouncementRow, 'from' | 'to'>, now: Date): boolean =>
  Date.parse(from) <= now.getTime() && now.getTime() < Date.parse(to)

/**
 * Tells open pages when something starts, ends, or changes, through the feed that they follow anyway. They ask for their
 * announcements only then, so an instance without any costs nothing.
 */
export function createCurrent({ bus, clock, database, feeds, log }: Platform): Current {
  let mark = ''
  let timer: NodeJS.Timeout | null = null
  const cached = createCachedValue<AnnouncementRow[]>({
    database,
    log,
    name: 'announcements',
    // With the embedded database, no other process can change anything.
    freshMs: database.embedded ? Number.POSITIVE_INFINITY : FRESH_MS,
    patienceMs: PATIENCE_MS,
    unread: [],
    load: () => readCurrent(database.db, clock.now()),
  })

  async function shownNow(): Promise<AnnouncementRow[]> {
    const rows = await cached.read()
    const now = clock.now()
    return rows.filter((row) => isShown(row, now))
  }

  async function look(): Promise<void> {
    const next = markOf(await shownNow())
    if (next === mark) return
    mark = next
    feeds.keep({ event: 'announced', data: { mark } })
  }

  function changed(): void {
    cached.changed()
    void look()
  }
  bus.subscribe(CHANNEL, changed)

  return {
    shownOn: async (brandKey) =>
      (await shownNow()).filter((row) => row.brandKey === null || row.brandKey === brandKey),
    announce: (tx) => notify(tx, CHANNEL),
    changed,
    start() {
      void look()
      timer = setInterval(() => void look(), LOOK_MS)
      timer.unref()
    },
    stop() {
      if (timer) clearInterval(timer)
    },
  }
}

/** Changes with what is shown. It doesn’t tell what, or to whom, because all pages get it. */
function markOf(rows: readonly AnnouncementRow[]): string {
  if (rows.length === 0) return ''
  const shown = rows.map(({ announcementId, version }) => `${announcementId} ${version}`).sort()
  return createHash('sha256').update(shown.join('\n')).digest('base64url').slice(0, MARK_LENGTH)
}
