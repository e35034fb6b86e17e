import { type Config, isLoopback } from '../../config.ts'
import { AppError } from '../errors.ts'

/** Refuses host names that are not ours: a page of another site that resolves to us must not read our answers. */
export function checkHost(config: Config, host: string | undefined): void {
  if (!isOwnHost(config, host)) throw new AppError('request.host')
}

export function isOwnHost(config: Config, host: string | undefined): boolean {
  if (!host) return false
  const origin = new URL(config.publicOrigin)
  if (host === origin.host) return true
  return isLoopback(origin.hostname) && isLoopback(hostnameOf(host))
}

function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
