import type { checklist, checklistStates } from '@parlance/contract/checklist'
import type { Answer } from '@parlance/contract/endpoint'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'

export type Entry = Answer<typeof checklist.get>['items'][number]
export type Item = Entry['item']
export type State = (typeof checklistStates)[number]
export type Facts<I extends Item> = NonNullable<Extract<Entry, { item: I }>['facts']>

/** What the checks look at: a running instance, or the data of a stopped one. */
export interface Looked extends Pick<Database, 'db' | 'embedded'> {
  config: Config
  now: Date
}

/** Checks one item and derives its status. Results aren't stored. */
export interface Probe<I extends Item> {
  item: I
  /** Null if the item does not apply. */
  read(looked: Looked): Promise<Facts<I> | null>
  stateOf(facts: Facts<I>): State
}

const PATIENCE_MS = 5000

/** Runs all probes in parallel. One that fails or times out is reported as not checked, never as done. */
export async function runProbes(
  probes: readonly Probe<Item>[],
  looked: Looked,
  log: Log,
  ms = PATIENCE_MS,
): Promise<Entry[]> {
  const found = await Promise.all(probes.map((probe) => run(probe, looked, log, ms)))
  return found.filter((entry) => entry !== null)
}

async function run(probe: Probe<Item>, looked: Looked, log: Log, ms: number): Promise<Entry | null> {
  const { item } = probe
  try {
    const facts = await inTime(probe.read(looked), ms)
    return facts && ({ item, state: probe.stateOf(facts), facts } as Entry)
  } catch (cause) {
    log.warn('checklist.unknown', { item }, cause)
    return { item, state: 'Unknown', facts: null }
  }
}

async function inTime<T>(asked: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The check took longer than ${ms} ms.`)), ms)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
