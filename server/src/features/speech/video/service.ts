import type { SpeechCapability } from '@parlance/contract/speechCapability'
import type { speechVideo } from '@parlance/contract/speechVideo'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { BrandAvatar } from '../../brands/index.ts'
import { spokenLanguageOf, spokenSentences } from '../spokenText.ts'
import type { AvatarLook, Sentence } from './messages.ts'
import { findPackages, missingOf } from './packages.ts'
import { offerWithoutAddresses } from './sdp.ts'
import { type AvatarSessions, createAvatarSessions } from './sessions.ts'

export interface VideoNeeds {
  findAnswer(actor: Actor, conversationSegmentId: string): Promise<string | null>
  avatarAt(host: string): Promise<BrandAvatar>
}

/** Twenty minutes of speech. */
const MOST_CHARACTERS = 20_000
/** What espeak calls languages that have another name there. */
const voices: Record<string, string> = { en: 'en-us', fr: 'fr-fr', zh: 'cmn' }

/** The calls of the talking avatar. */
export function createVideo(platform: Platform, { findAnswer, avatarAt }: VideoNeeds) {
  const isOff = platform.config.avatar.mode === 'off'
  const packages = findPackages()
  const { wrtc, voice } = packages
  let unusable: string | null = null
  let sessions: AvatarSessions | null = null

  function begun(): AvatarSessions {
    if (isOff || !wrtc || !voice || unusable) throw new AppError('avatar.notConfigured')
    sessions ??= createAvatarSessions(platform, { wrtc, voice }, (missing) => {
      unusable = missing
    })
    return sessions
  }

  const handlers: Handlers<typeof speechVideo> = {
    async connectTextToSpeechVideo({ actor, input, host }) {
      const offer = offerWithoutAddresses(input.localSdp)
      if (!offer) throw new AppError('avatar.offer')
      const { userId, sessionId: signInId } = actor
      const all = begun()
      return all.connect({ userId, signInId, offer, look: lookOf(await avatarAt(host)) })
    },
    async disconnectTextToSpeechVideo({ actor: { userId }, input }) {
      await begun()
        .order({ userId, ...input }, { do: 'disconnect' })
        .catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'avatar.sessionNotFound')) throw error
        })
      return {}
    },
    async stopSpeaking({ actor: { userId }, input }) {
      await begun().order({ userId, ...input }, { do: 'stop' })
      return {}
    },
    async speak({ actor, input: { speechSessionId, conversationSegmentId, text } }) {
      const message = 'Send either an answer or a text.'
      if ((conversationSegmentId === undefined) === (text === undefined))
        throw new AppError('request.invalid', { fields: [{ field: 'text', message }] })
      const all = begun()
      const spoken = conversationSegmentId ? await findAnswer(actor, conversationSegmentId) : text
      if (spoken === null || spoken === undefined) throw new AppError('conversation.segmentNotFound')
      const sentences = sentencesOf(spoken)
      if (sentences.length === 0) throw new AppError('avatar.nothingToSay')
      await all.order({ userId: actor.userId, speechSessionId }, { do: 'speak', sentences })
      return {}
    },
  }

  return {
    handlers,
    capability(): z.input<typeof SpeechCapability> {
      if (isOff) return { state: 'NotConfigured', missing: [] }
      const missing = [...missingOf(packages), ...(unusable ? [unusable] : [])]
      const state =
        !wrtc || !voice || unusable ? 'NotConfigured' : missing.length > 0 ? 'Reduced' : 'Available'
      return { state, missing }
    },
    stop: () => sessions?.stop(),
  }
}

function lookOf({ colors: { light, main, dark, darker }, image }: BrandAvatar): AvatarLook {
  return { palette: { light, main, dark, darker }, picture: image }
}

function sentencesOf(spoken: string): Sentence[] {
  const usual = spokenLanguageOf(spoken)
  return spokenSentences(spoken, MOST_CHARACTERS).map((text) => {
    // A sentence in another script has its own voice. Short ones in Latin letters don’t say their language.
    const own = spokenLanguageOf(text)
    const language = own === 'en' && latin.has(usual) ? usual : own
    return { text, voice: voices[language] ?? language }
  })
}

const latin: ReadonlySet<string> = new Set(['de', 'fr', 'es', 'it', 'nl', 'pt'])
