import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { AvatarChild } from './avatarChild.ts'
import { iceServersFor } from './iceServers.ts'
import { findPackages, missingOf } from './packages.ts'
import type { AvatarProvider } from './provider.ts'
import { answerAt, offerWithoutAddresses } from './sdp.ts'

/** What espeak calls languages that have another name there. */
const voices: Record<string, string> = { en: 'en-us', fr: 'fr-fr', zh: 'cmn' }

/** Avatars that this server draws, if it has what that needs. */
export function createOwnAvatar({ config, clock, log }: Platform): AvatarProvider {
  const isOff = config.avatar.mode === 'off'
  const packages = findPackages()
  let unusable: string | null = null

  function usable() {
    const { wrtc, voice } = packages
    if (isOff || !wrtc || !voice || unusable) throw new AppError('avatar.notConfigured')
    return { wrtc, voice }
  }

  return {
    name: 'Server',
    async capability() {
      if (isOff) return { state: 'NotConfigured', missing: [] }
      const { wrtc, voice } = packages
      const missing = [...missingOf(packages), ...(unusable ? [unusable] : [])]
      const state =
        !wrtc || !voice || unusable ? 'NotConfigured' : missing.length > 0 ? 'Reduced' : 'Available'
      return { state, missing }
    },
    iceServers: async (userId) => iceServersFor(userId, config.avatar, clock.now()),
    async demand() {
      usable()
    },
    start: (events) =>
      new AvatarChild(usable(), log, {
        ...events,
        unusable(missing) {
          unusable = missing
        },
      }),
    offerOf: offerWithoutAddresses,
    answerOf: (sdp) => answerAt(sdp, config.avatar.address),
    voiceOf: (language) => voices[language] ?? language,
    paid: null,
  }
}
