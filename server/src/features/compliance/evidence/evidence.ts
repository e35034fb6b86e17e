import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { ComplianceEvidence } from '@parlance/contract/compliance'
import { client } from '@parlance/contract/limits'
import type { z } from 'zod'
import { canonical } from '../../../platform/audit/canonical.ts'
import { deriveKey } from '../../../platform/keys.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { type Item, probes } from './probes.ts'

export type Evidence = z.output<typeof ComplianceEvidence>
type Unsigned = Omit<Evidence, 'signature'>

/** The header of an Ed25519 private key as PKCS#8; its 32 bytes follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const RAW_BYTES = 32

/** Checks now what the compliance mode promises, and signs what it found. */
export function createEvidence(platform: Platform, instance: Pick<CurrentInstance, 'read'>) {
  const { clock, config, log } = platform
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, deriveKey(config.secretKey, 'compliance-evidence')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-RAW_BYTES)
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
      publicKey: publicKey.toString('base64url'),
    }
    return { ...unsigned, signature: sign(null, signedBytes(unsigned), key).toString('base64url') }
  }

  return (): Promise<Evidence> => {
    running ??= check().finally(() => {
      running = null
    })
    return running
  }
}

/** The bytes that the signature is of. */
export const signedBytes = (evidence: object): Buffer => Buffer.from(canonical(evidence))
