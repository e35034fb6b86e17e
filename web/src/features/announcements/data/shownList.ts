import type { announcements } from '@parlance/contract/announcements'
import type { Answer } from '@parlance/contract/endpoint'

type Contract = typeof announcements

/** An announcement as pages show it. Visitors have no account that records what they have read. */
export type ShownAnnouncement = Answer<Contract['listForVisitors']>['items'][number] & {
  readAt?: string | null
}

/** Announcements, and how to tell the time of the server since they were received. */
export interface ShownList {
  items: ShownAnnouncement[]
  /** The server’s time when they were received, in milliseconds. */
  serverAt: number
  /** The same moment on the page’s own clock, which never jumps, but can stop while a device sleeps. */
  pageAt: number
  /** And on the clock of the device, which goes on, but can be set. */
  deviceAt: number
}

export const received = (answer: { now: string; items: ShownAnnouncement[] }): ShownList => ({
  items: answer.items,
  serverAt: Date.parse(answer.now),
  pageAt: performance.now(),
  deviceAt: Date.now(),
})

/** The time of the server, whatever the clock of the device says. */
export const serverTime = ({ serverAt, pageAt }: ShownList): number => serverAt + performance.now() - pageAt

const DRIFT_MS = 5_000

/** Whether the device slept or its clock was set since, so that the time has to be asked for again. */
export const hasDrifted = ({ pageAt, deviceAt }: ShownList): boolean =>
  Math.abs(Date.now() - deviceAt - (performance.now() - pageAt)) > DRIFT_MS
