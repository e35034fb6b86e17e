import { createHash } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import { instance as contract } from '@parlance/contract/instance'
import { client } from '@parlance/contract/limits'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { type CurrentInstance, type FlagName, isClientFlag } from '../instanceSettings/index.ts'
import { traceRequests } from './traces.ts'

export interface Instance {
  /** Changes with the settings. Empty if they can't be read: a page without it is better than none. */
  settingsVersionAt(host: string): Promise<string>
  /** Whether answers can link to other sites. */
  areLinksAllowed(): Promise<boolean>
}

interface Needs {
  productNameAt(host: string): Promise<string | null>
  /** Whether text on pictures can be recognized. */
  recognizes(): Promise<boolean>
}

type InstanceSettings = Answer<typeof contract.getSettings>

const VERSION_LENGTH = 16

/**
 * The information that the client needs before anyone has signed in. Under a brand's host name, the product has
 * that brand's name, and nothing about other brands is revealed.
 */
export function instance(
  platform: Platform,
  current: CurrentInstance,
  { productNameAt, recognizes }: Needs,
): Instance {
  const { build, config, log, reports, web } = platform
  const { clientId, tenantId, instance: directory } = config.directory
  const entraIdSettings = { clientId, tenantId, instance: directory }

  async function settingsAt(host: string): Promise<InstanceSettings> {
    const [name, { organizationName, ...own }] = await Promise.all([productNameAt(host), current.read()])
    return { name: name ?? own.name, organizationName: name ?? organizationName, entraIdSettings }
  }

  serve(platform, contract, {
    getSettings: ({ host }) => settingsAt(host),
    async listFeatureFlags() {
      const { flags } = await current.read()
      const names = (Object.keys(flags) as FlagName[]).filter(isClientFlag)
      return { items: names.map((name) => ({ name, enabled: flags[name] })) }
    },
    async getDataPolicy() {
      const { mode, retentionDays, deletedRetentionDays, redactsForProviders } = (await current.read())
        .compliance
      return {
        retentionDays,
        deletedRetentionDays,
        linksAllowed: mode !== 'Strict',
        imagesAllowed: !redactsForProviders,
        scansRead: await recognizes(),
      }
    },
    getAbout: async () => ({ version: client.version, ...build }),
    async reportClientError({ network, input: { component, message, stack, version } }) {
      const [, type = 'Error', text = ''] = /^(\w*(?:Error|Exception))?(?:: )?([\s\S]*)$/.exec(message) ?? []
      // A page's error can quote what it shows.
      const said = log.rules?.areLimited ? '' : text
      const places = stack.replace(text, '')
      reports.report({
        component,
        platform: 'javascript',
        type,
        message: said,
        stack: places,
        version,
        network,
      })
      return {}
    },
  })

  // Clients cache the settings for a week and revalidate them without a response body.
  web.addHook<string>('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url !== contract.getSettings.path || reply.statusCode !== 200) return payload
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (request.headers['if-none-match'] !== etag) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return ''
  })

  if (config.errorReportingTraced.length > 0) traceRequests(platform, settingsAt)

  return {
    areLinksAllowed: async () => (await current.read()).compliance.mode !== 'Strict',
    async settingsVersionAt(host) {
      try {
        const settings = JSON.stringify(await settingsAt(host))
        return createHash('sha256').update(settings).digest('base64url').slice(0, VERSION_LENGTH)
      } catch (error) {
        log.warn('instance.settingsUnknown', {}, error)
        return ''
      }
    },
  }
}
