import type { speechVideo } from '@parlance/contract/speechVideo'
import type { Actor } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { BrandAvatar } from '../../brands/index.ts'
import { findAgentOfAnswer } from '../../conversations/index.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { MILLION, type Spending } from '../spending.ts'
import { spokenLanguageOf, spokenSentences } from '../spokenText.ts'
import { createAzureAvatar } from './azure/azureAvatar.ts'
import type { AvatarLook, Sentence } from './messages.ts'
import { createOwnAvatar } from './ownAvatar.ts'
import { type AvatarSessions, createAvatarSessions } from './sessions.ts'

export interface VideoNeeds {
  findAnswer(actor: Actor, conversationSegmentId: string): Promise<string | null>
  avatarAt(host: string): Promise<BrandAvatar>
}
interface Needs extends VideoNeeds {
  instance: Pick<CurrentInstance, 'read'>
  spending: Spending
}

/** Twenty minutes of speech. */
const MOST_CHARACTERS = 20_000
/** How reports on usage name what a service charges for its avatar. */
const charged = { languageEngine: 'AzureOpenAI', deploymentName: 'azure-speech-avatar' } as const

/** The calls of the talking avatar. */
export function createVideo(platform: Platform, { findAnswer, avatarAt, instance, spending }: Needs) {
  const { azure } = platform.config.avatar
  const provider = azure ? createAzureAvatar(platform, azure, instance) : createOwnAvatar(platform)
  let sessions: AvatarSessions | null = null

  function existing(): AvatarSessions {
    sessions ??= createAvatarSessions(platform, provider)
    return sessions
  }

  async function begun(): Promise<AvatarSessions> {
    await provider.demand()
    return existing()
  }

  /** Speaks, and counts what it costs toward the agent that answered. */
  async function speak(
    actor: Actor,
    segmentId: string | undefined,
    characters: number,
    work: () => Promise<void>,
  ) {
    if (!provider.paid) return work()
    const gptSystemId = segmentId && (await findAgentOfAnswer(platform.database.db, actor, segmentId))
    if (!gptSystemId) throw new AppError('avatar.answersOnly')
    const { speechPrice } = provider.paid
    const dollars = speechPrice === null ? null : (speechPrice * characters) / MILLION
    await spending.spend({ actor, gptSystemId }, charged, { purpose: 'Speech', dollars }, work)
  }

  const handlers: Handlers<typeof speechVideo> = {
    async connectTextToSpeechVideo({ actor, input, host }) {
      const offer = provider.offerOf(input.localSdp)
      if (!offer) throw new AppError('avatar.offer')
      const { userId, sessionId: signInId } = actor
      const all = await begun()
      return all.connect({ userId, signInId, offer, look: lookOf(await avatarAt(host)) })
    },
    async disconnectTextToSpeechVideo({ actor: { userId }, input }) {
      // Whatever rules apply by now, what has begun can be ended.
      await existing()
        .order({ userId, ...input }, { do: 'disconnect' })
        .catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'avatar.sessionNotFound')) throw error
        })
      return {}
    },
    async stopSpeaking({ actor: { userId }, input }) {
      await existing().order({ userId, ...input }, { do: 'stop' })
      return {}
    },
    async speak({ actor, input: { speechSessionId, conversationSegmentId, text } }) {
      const message = 'Send either an answer or a text.'
      if ((conversationSegmentId === undefined) === (text === undefined))
        throw new AppError('request.invalid', { fields: [{ field: 'text', message }] })
      const all = await begun()
      const spoken = conversationSegmentId ? await findAnswer(actor, conversationSegmentId) : text
      if (spoken === null || spoken === undefined) throw new AppError('conversation.segmentNotFound')
      const sentences = sentencesOf(spoken, provider.voiceOf)
      if (sentences.length === 0) throw new AppError('avatar.nothingToSay')
      const characters = sentences.reduce((sum, sentence) => sum + sentence.text.length, 0)
      await speak(actor, conversationSegmentId, characters, () =>
        all.order({ userId: actor.userId, speechSessionId }, { do: 'speak', sentences }),
      )
      return { sentences: sentences.map((sentence) => sentence.text) }
    },
  }

  return {
    handlers,
    async capability() {
      return { ...(await provider.capability()), provider: provider.name }
    },
    iceServers: provider.iceServers,
    stop: () => sessions?.stop(),
  }
}

function lookOf({ colors: { light, main, dark, darker }, image }: BrandAvatar): AvatarLook {
  return { palette: { light, main, dark, darker }, picture: image }
}

function sentencesOf(spoken: string, voiceOf: (language: string) => string): Sentence[] {
  const usual = spokenLanguageOf(spoken)
  return spokenSentences(spoken, MOST_CHARACTERS).map((text) => {
    // A sentence in another script has its own voice. Short ones in Latin letters don’t say their language.
    const own = spokenLanguageOf(text)
    const language = own === 'en' && latin.has(usual) ? usual : own
    return { text, voice: voiceOf(language) }
  })
}

const latin: ReadonlySet<string> = new Set(['de', 'fr', 'es', 'it', 'nl', 'pt'])
