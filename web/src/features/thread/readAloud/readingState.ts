import { observable } from '../../../base/observable.ts'

/** What is read aloud. What reads it is loaded when it is first needed. */
export interface Reading {
  /** The answer that is read, if any. Only one is at a time. */
  segmentId: string | null
  state: 'Playing' | 'Paused'
  /** The sentence, from 0. */
  at: number
  count: number
  /** The voice isn’t one of this machine, so its maker gets the text. */
  isRemote: boolean
  /** The browser has no voice for the language, only one that gets the text, or it failed. `Server`: see `detail`. */
  failure: 'NoVoice' | 'Failed' | 'Remote' | 'Server' | null
  /** What the server says about its failure. */
  detail: string | null
}

export const noReading: Reading = {
  segmentId: null,
  state: 'Paused',
  at: 0,
  count: 0,
  isRemote: false,
  failure: null,
  detail: null,
}

export const reading = observable(noReading)
