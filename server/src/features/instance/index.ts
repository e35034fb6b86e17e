import { createHash } from 'node:crypto'
import { instance as contract } from '@parlance/contract/instance'
import { client } from '@parlance/contract/limits'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { type CurrentInstance, type FlagName, isClientFlag } from '../instanceSettings/index.ts'

/**
 * What the client must know before anybody has signed in. Under a brand's host name the product has that brand's name,
 * and nothing is told of the others.
 */
export function instance(
  platform: Platform,
  current: CurrentInstance,
  productNameAt: (host: string) => Promise<string | null>,
): void {
  const { build, config, web } = platform
  const { clientId, tenantId, instance: directory } = config.directory
  const entraIdSettings = { clientId, tenantId, instance: directory }

  serve(platform, contract, {
    async getSettings({ host }) {
      const [name, { organizationName, ...own }] = await Promise.all([productNameAt(host), current.read()])
      return { name: name ?? own.name, organizationName: name ?? organizationName, entraIdSettings }
    },
    async listFeatureFlags() {
      const { flags } = await current.read()
      const names = (Object.keys(flags) as FlagName[]).filter(isClientFlag)
      return { items: names.map((name) => ({ name, enabled: flags[name] })) }
    },
    getAbout: async () => ({ version: client.version, ...build }),
  })

  // Clients keep the settings for a week; asking whether they still hold costs them no body.
  web.addHook<string>('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url !== contract.getSettings.path || reply.statusCode !== 200) return payload
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (request.headers['if-none-match'] !== etag) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return ''
  })
}
