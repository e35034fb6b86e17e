import type { AzureAvatar } from '../../../../config/config.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { CurrentInstance } from '../../../instanceSettings/index.ts'
import type { AvatarProvider } from '../provider.ts'
import { offerWithRelays } from '../sdp.ts'
import { createAzureAvatars } from './azureAvatars.ts'
import { createRelay } from './relay.ts'

/** The real-time avatars of Azure Speech. */
export function createAzureAvatar(
  platform: Platform,
  place: AzureAvatar,
  instance: Pick<CurrentInstance, 'read'>,
): AvatarProvider {
  const { clock, egress, log, redaction } = platform
  const relay = createRelay(place, egress, clock.monotonicMs)

  /** Returns why nothing is sent there by the rules of this instance; null if they allow it. */
  async function forbidden(): Promise<'redaction' | 'approval' | null> {
    // Placeholders for personal data aren’t worth hearing.
    if (await redaction.redactsForProviders()) return 'redaction'
    const { compliance } = await instance.read()
    // In strict mode, only approved deployments are used, and this is none.
    return compliance.mode === 'Strict' ? 'approval' : null
  }

  /** The rules can’t be read while the database is away. Nothing is then sent. */
  const isAllowed = () =>
    forbidden().then(
      (rule) => rule === null,
      () => false,
    )

  return {
    name: 'Azure',
    async capability() {
      const rule = await forbidden()
      if (rule) return { state: 'NotConfigured', missing: [rule] }
      const { error } = await relay.readForPage()
      // Other failures pass.
      return error === 'Key'
        ? { state: 'NotConfigured', missing: ['AZURE_SPEECH_KEY'] }
        : { state: 'Available', missing: [] }
    },
    async iceServers() {
      if (await forbidden()) return []
      const relayed = await relay.readForPage()
      if (relayed.error !== null) return []
      const { urls, username, credential } = relayed.ice
      return urls.map((url) => ({ urls: url, username, credential }))
    },
    async demand() {
      if (await forbidden()) throw new AppError('avatar.notConfigured')
    },
    start: (events) => createAzureAvatars({ place, egress, log, relay, isAllowed }, events),
    offerOf: offerWithRelays,
    answerOf: (sdp) => sdp,
    voiceOf: (language) => place.voices[language] ?? place.voice,
    paid: { speechPrice: place.price },
  }
}
