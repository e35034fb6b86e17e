import type { ComplianceEvidence } from '@parlance/contract/compliance'
import { client } from '@parlance/contract/limits'
import type { z } from 'zod'
import { createSigner } from '../../../platform/audit/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { type Item, probes } from './probes.ts'

export type Evidence = z.output<typeof ComplianceEvidence>
type Unsigned = Omit<Evidence, 'signature'>

/** Checks now what the compliance mode promises, and signs what it found. */
export function createEvidence(platform: Platform, instance: Pick<CurrentInstance, 'read'>) {
  const { clock, config, log } = platform
  const signer = createSigner(config.secretKey)
  /** Several administrators who ask at once get the same result, because some checks read a lot. */
  let running: Promise<Evidence> | null = null

  async function check(): Promise<Evidence> {
    const current = await instance.read()
    const items: Item[] = []
    // One at a time, so that they take no more than one connection from people who chat.
    for (const { item, shownBy, probe } of probes) {
      try {
        items.push({ item, shownBy, ...(await probe({ platform, instance: current })) })
      } catch (cause) {
        log.error('compliance.probeFailed', { item }, cause)
        items.push({ item, shownBy, state: 'Failed', values: { error: true } })
      }
    }
    const { mode, retentionDays, deletedRetentionDays, redactsForProviders } = current.compliance
    const unsigned: Unsigned = {
      format: 1,
      instanceName: current.name,
      origin: config.publicOrigin,
      productVersion: client.version,
      checkedAt: clock.now().toISOString(),
      mode,
      retentionDays,
      deletedRetentionDays,
      redactsForProviders,
      items,
      publicKey: signer.publicKey,
    }
    return { ...unsigned, signature: signer.sign(unsigned) }
  }

  return (): Promise<Evidence> => {
    running ??= check().finally(() => {
      running = null
    })
    return running
  }
}
