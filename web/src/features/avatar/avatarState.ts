import { observable } from '../../base/observable.ts'

export interface AvatarState {
  state: 'Closed' | 'Connecting' | 'Connected' | 'Failed'
  /** Why it failed: an error of a call, or what happened to the connection. */
  failure: { kind: 'Unreachable' | 'Unsupported' | 'Lost' | 'Replaced' | 'Idle' } | { error: unknown } | null
  stream: MediaStream | null
  /** The sentence that is spoken now. */
  sentence: string | null
  isMuted: boolean
}

export const noAvatar: AvatarState = {
  state: 'Closed',
  failure: null,
  stream: null,
  sentence: null,
  isMuted: false,
}

/** The avatar of this window. What connects it is loaded when it is first opened. */
export const avatar = observable(noAvatar)
