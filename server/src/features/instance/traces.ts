import type { Platform } from '../../platform/platform.ts'
import { type InstanceNames, tracesSampleRate } from '../../platform/reports/sampling.ts'

/** Reports the duration of sampled requests if the configuration names their instance. */
export function traceRequests(
  { clock, config, reports, web }: Platform,
  namesAt: (host: string) => Promise<InstanceNames>,
): void {
  web.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions?.url
    if (!reports.enabled || !route?.startsWith('/api/')) return
    const names = await namesAt(request.headers.host ?? '').catch(() => null)
    if (!names || Math.random() >= tracesSampleRate(config.errorReportingTraced, names)) return
    const endedAt = clock.now()
    reports.trace({
      name: `${request.method} ${route}`,
      status: reply.statusCode,
      startedAt: new Date(endedAt.getTime() - reply.elapsedTime),
      endedAt,
    })
  })
}
