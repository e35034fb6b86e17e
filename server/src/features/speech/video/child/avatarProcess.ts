// The process that draws and speaks. It has the native code of WebRTC, which reads what browsers send.
import type { Message, OrderError, Request } from '../messages.ts'
import { Avatar } from './avatar.ts'
import { connectPeer, loadWrtc } from './peer.ts'
import { Voice } from './voice.ts'
import type { VoiceSource } from './voiceThread.ts'

const [wrtcFile = '', voiceSource = '{}'] = process.argv.slice(2)
const say = (message: Message) => {
  process.send?.(message)
}
// Its natural end crashes in native code.
const end = () => process.exit(0)
process.on('disconnect', end)
// Ctrl+C reaches the whole process group, but the parent decides when sessions end.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

const voice = new Voice(JSON.parse(voiceSource) as VoiceSource)
const avatars = new Map<string, Avatar>()

let wrtc: ReturnType<typeof loadWrtc> | null = null
try {
  wrtc = loadWrtc(wrtcFile)
  voice.prepare()
} catch {
  say({ event: 'unusable', missing: '@roamhq/wrtc' })
}

async function connect(
  order: Extract<Request, { do: 'connect' }>,
): Promise<{ error: OrderError } | { error: null; sdp: string }> {
  const { speechSessionId, look } = order
  if (!wrtc) return { error: 'Failed' }
  let isOver = false
  const peer = await connectPeer(wrtc, order, () => {
    isOver = true
    avatars.get(speechSessionId)?.end('Asked')
    avatars.delete(speechSessionId)
    say({ event: 'closed', speechSessionId })
  }).catch(() => null)
  if (!peer) return { error: 'Offer' }
  try {
    const quiet = () => say({ event: 'quiet', speechSessionId })
    const avatar = await Avatar.create(peer, look, { voice, quiet })
    if (isOver) {
      avatar.end('Asked')
      return { error: 'Failed' }
    }
    avatars.set(speechSessionId, avatar)
    return { error: null, sdp: peer.sdp }
  } catch {
    peer.close()
    return { error: 'Failed' }
  }
}

async function answer(request: Request): Promise<Message> {
  const { id } = request
  if (request.do === 'connect') return { id, ...(await connect(request)) }
  const avatar = avatars.get(request.speechSessionId)
  if (!avatar) return { id, error: 'Gone' }
  if (request.do === 'speak') return { id, error: avatar.speak(request.sentences) ? null : 'Full' }
  if (request.do === 'stop') avatar.stop()
  else {
    avatars.delete(request.speechSessionId)
    avatar.end(request.reason)
  }
  return { id, error: null }
}

process.on('message', (request: Request) => {
  answer(request).then(say, () => say({ id: request.id, error: 'Failed' }))
})
