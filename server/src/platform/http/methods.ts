import { AppError } from '../errors.ts'
import type { Platform } from '../platform.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const

/** Converts a contract's path to the router's notation. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Answers 405 with `Allow` for every method that a served path doesn't support. */
export function refuseOtherMethods({ web, served }: Pick<Platform, 'web' | 'served'>): void {
  // Two operations may name one parameter differently, but the router sees one path.
  const allowed = new Map<string, Set<string>>()
  for (const endpoint of served) {
    const url = routePath(endpoint.path)
    allowed.set(url, (allowed.get(url) ?? new Set()).add(endpoint.method))
  }
  for (const [url, has] of allowed) {
    const refused = methods.filter((method) => !has.has(method))
    web.route({
      method: refused,
      url,
      onRequest: async (_request, reply) => {
        reply.header('allow', [...has].join(', '))
        throw new AppError('request.method')
      },
      handler: () => undefined,
    })
  }
}
