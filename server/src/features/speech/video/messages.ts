import { z } from 'zod'
import type { Palette } from './child/portrait.ts'

/** A sentence, and the voice that speaks it, by its provider’s name. */
export interface Sentence {
  text: string
  voice: string
}

/** How an avatar looks. */
export interface AvatarLook {
  palette: Palette
  /** The brand’s avatar, as the server encoded it. */
  picture: Uint8Array | null
}

export interface Connect {
  do: 'connect'
  speechSessionId: string
  /** Without candidates: no one outside says where to send packets. */
  sdp: string
  look: AvatarLook
  stunUrls: readonly string[]
  ports: { min: number; max: number } | null
}

/** Why a session ended: it was asked to, its person connected elsewhere, or nothing was said or allowed anymore. */
export type EndReason = 'Asked' | 'Replaced' | 'Idle'

/** What the server asks the process that draws and speaks. */
export type Order =
  | Connect
  | { do: 'speak'; speechSessionId: string; sentences: readonly Sentence[] }
  | { do: 'stop'; speechSessionId: string }
  | { do: 'disconnect'; speechSessionId: string; reason: EndReason }

export type Request = Order & { id: number }

/**
 * `Offer`: the browser’s offer can’t be used. `Full`: too much is waiting to be spoken. `Gone`: there is no such session.
 * A service adds: `Key`: it refuses the key. `Rejected`: it refuses the avatar or voice. `Limited`: a quota is used up.
 * `Unreachable`: it can’t be reached. `Late`: it didn’t answer in time. `Broken`: it failed otherwise.
 */
export const orderErrors = [
  'Offer',
  'Full',
  'Gone',
  'Failed',
  'Key',
  'Rejected',
  'Limited',
  'Unreachable',
  'Late',
  'Broken',
] as const
export type OrderError = (typeof orderErrors)[number]

const MOST_SDP = 64 * 1024

/** The process reads what browsers send, so what it says is checked. */
const Message = z.union([
  z.strictObject({
    id: z.number().int(),
    error: z.enum(orderErrors).nullable(),
    sdp: z.string().max(MOST_SDP).optional(),
  }),
  z.strictObject({ event: z.enum(['closed', 'quiet']), speechSessionId: z.uuid() }),
  // Native code that can’t be loaded, such as on Alpine.
  z.strictObject({ event: z.literal('unusable'), missing: z.string().max(200) }),
])
export type Message = z.output<typeof Message>

/** Returns null for anything else than a message. */
export function messageOf(received: unknown): Message | null {
  const parsed = Message.safeParse(received)
  return parsed.success ? parsed.data : null
}
