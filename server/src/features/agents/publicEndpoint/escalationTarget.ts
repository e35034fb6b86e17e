import type { Input } from '@parlance/contract/endpoint'
import type { publicEndpoints } from '@parlance/contract/publicEndpoints'
import type { Sql } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createSecrets, isSecure } from '../../../platform/webhooks/sending.ts'
import { atField } from './atField.ts'
import { type EscalationTarget, readHasSecret } from './store.ts'

type Given = Input<(typeof publicEndpoints)['setPublicEndpoint']>['escalation']

/** Where visitors can send conversations, with a new secret if one was entered. */
interface Escalation {
  target: EscalationTarget | null
  sealedSecret: string | null
}

/** Checks and seals what someone enters as the receiver of a page's conversations. */
export function createEscalationTargets({
  config,
  egress,
  mail,
}: Pick<Platform, 'config' | 'egress' | 'mail'>) {
  const secrets = createSecrets(config.secretKey, 'escalation')
  return {
    /** Returns null if nothing was entered. Throws `publicEndpoint.noEmail` or `webhook.insecure` at the field. */
    given(gptSystemId: string, given: Given): Escalation | null {
      if (given === undefined) return null
      if (given === null) return { target: null, sealedSecret: null }
      if (given.kind === 'Email') {
        if (!mail) throw atField('escalation.address', 'publicEndpoint.noEmail')
        return { target: given, sealedSecret: null }
      }
      const { secret, ...target } = given
      if (!isSecure(egress, target.url)) throw atField('escalation.url', 'webhook.insecure')
      return { target, sealedSecret: secret === undefined ? null : secrets.seal(gptSystemId, secret) }
    },
    /** Throws `publicEndpoint.secretMissing` if a webhook has no secret, neither entered nor stored. */
    async demandSecret(tx: Sql, gptSystemId: string, { target, sealedSecret }: Escalation): Promise<void> {
      if (target?.kind !== 'Webhook' || sealedSecret !== null) return
      if (!(await readHasSecret(tx, gptSystemId)))
        throw atField('escalation.secret', 'publicEndpoint.secretMissing')
    },
  }
}

/** The receiver in the audit log. It shows no query, because some receivers expect a key in it. */
export function recordedTarget(target: EscalationTarget | null): EscalationTarget | null {
  if (target?.kind !== 'Webhook') return target
  const { origin, pathname } = new URL(target.url)
  return { kind: 'Webhook', url: `${origin}${pathname}` }
}
