import type { AzureAvatar } from '../../../../config/config.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { createEgress, hostAndPort } from '../../../../platform/egress/egress.ts'
import { createRelay } from './relay.ts'

/** Returns why Azure’s avatar can’t be reached or refuses the key, and what to do; null if it does neither. */
export async function azureAvatarFault(azure: AzureAvatar): Promise<string | null> {
  const { host } = new URL(azure.relayUrl)
  const egress = createEgress([hostAndPort(azure.relayUrl)])
  try {
    const { error } = await createRelay(azure, egress, systemClock.monotonicMs).read()
    if (error === null) return null
    if (error === 'Key')
      return 'AZURE_SPEECH_KEY: Azure rejected the key. Copy it from the Azure Speech resource again. The key has to belong to the region or endpoint.'
    if (error === 'Limited') return `AVATAR: ${host} has no quota left. Check the Azure Speech resource.`
    return `AVATAR: ${host} didn't give credentials for its relay. Check AZURE_SPEECH_REGION or AZURE_SPEECH_ENDPOINT, and whether the server can reach it.`
  } finally {
    await egress.close()
  }
}
