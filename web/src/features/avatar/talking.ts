import { type ApiFailure, problemOf } from '../../transport/apiError.ts'
import { type AvatarState, avatar, noAvatar } from './avatarState.ts'
import { type AzureEvent, createAzureSentences } from './azureEvents.ts'
import { type Connection, createConnection, type Whence } from './connection.ts'

/** The calls to the server. */
export interface AvatarCalls {
  whence(): Promise<Whence>
  connect(localSdp: string): Promise<{ speechSessionId: string; remoteSdp: string }>
  disconnect(speechSessionId: string): Promise<unknown>
  stopSpeaking(speechSessionId: string): Promise<unknown>
  /** Returns the sentences that will be spoken. */
  speak(speechSessionId: string, conversationSegmentId: string): Promise<{ sentences: string[] }>
}

let connection: Connection | null = null
let session: { id: string; calls: AvatarCalls; provider: Whence['provider'] } | null = null
const azureSentences = createAzureSentences((sentence) => avatar.set({ sentence }))
/** Counts connections, so that what an earlier one brings is ignored. */
let turn = 0
let hiding: ReturnType<typeof setTimeout> | undefined
const UNSHOWN_MS = 500

function fail(failure: AvatarState['failure']): void {
  leave()
  avatar.set({ ...noAvatar, isMuted: avatar.read().isMuted, state: 'Failed', failure })
}

/** Ends the connection. The server is told, because it would notice only after a while. */
function leave(): void {
  turn += 1
  connection?.close()
  connection = null
  session?.calls.disconnect(session.id).catch(() => undefined)
  session = null
  azureSentences.clear()
}

function followAzure(event: AzureEvent): void {
  if (event === 'Began') azureSentences.began()
  else if (event === 'Ended') azureSentences.ended()
  else fail({ kind: 'Lost' })
}

/** Connects to an avatar, in place of an earlier one. */
export async function connectAvatar(calls: AvatarCalls): Promise<void> {
  leave()
  const own = turn
  const isCurrent = () => own === turn
  avatar.set({ ...noAvatar, isMuted: avatar.read().isMuted, state: 'Connecting' })
  if (typeof RTCPeerConnection === 'undefined') return fail({ kind: 'Unsupported' })
  try {
    const whence = await calls.whence()
    if (!isCurrent()) return
    const created = createConnection(whence, {
      stream: (stream) => isCurrent() && avatar.set({ stream }),
      sentence: (sentence) => isCurrent() && avatar.set({ sentence }),
      azure: (event) => isCurrent() && followAzure(event),
      connected: () => isCurrent() && avatar.set({ state: 'Connected', failure: null }),
      ended: (reason) =>
        isCurrent() && fail({ kind: reason === 'Replaced' || reason === 'Idle' ? reason : 'Lost' }),
      lost: (kind) => isCurrent() && fail({ kind }),
    })
    connection = created
    const localSdp = await created.offer()
    if (!isCurrent()) return
    const { speechSessionId, remoteSdp } = await calls.connect(localSdp)
    if (!isCurrent()) return void calls.disconnect(speechSessionId).catch(() => undefined)
    session = { id: speechSessionId, calls, provider: whence.provider }
    await created.accept(remoteSdp)
  } catch (error) {
    if (isCurrent()) fail(error instanceof DOMException ? { kind: 'Unsupported' } : { error })
  }
}

/** Connects an avatar that is shown, unless one already is. */
export function showAvatar(calls: AvatarCalls): void {
  clearTimeout(hiding)
  if (avatar.read().state === 'Closed') void connectAvatar(calls)
}

/** Ends the connection unless the avatar is shown again at once: a new chat shows another panel when it has begun. */
export function hideAvatar(): void {
  hiding = setTimeout(closeAvatar, UNSHOWN_MS)
}

export function closeAvatar(): void {
  leave()
  avatar.set({ ...noAvatar, isMuted: avatar.read().isMuted })
}

/** Speaks an answer instead of what is being said. Returns false if there is nothing to say in it, such as code alone. */
export async function speakAnswer(conversationSegmentId: string): Promise<boolean> {
  const own = session
  if (!own) return true
  try {
    if (avatar.read().sentence !== null) await own.calls.stopSpeaking(own.id)
    azureSentences.clear()
    const { sentences } = await own.calls.speak(own.id, conversationSegmentId)
    if (own === session && own.provider === 'Azure') azureSentences.add(sentences)
  } catch (error) {
    if (problemOf(error as Partial<ApiFailure>)?.code === 'avatar.nothingToSay') return false
    if (own === session) fail({ error })
  }
  return true
}

export async function stopAvatar(): Promise<void> {
  const own = session
  // What was heard until now ends at once, whatever the network does.
  avatar.set({ sentence: null })
  azureSentences.clear()
  await own?.calls.stopSpeaking(own.id).catch((error: unknown) => {
    if (own === session) fail({ error })
  })
}
