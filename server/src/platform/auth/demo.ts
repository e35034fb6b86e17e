import { type Config, isLoopback } from '../../config/config.ts'

/** Demo accounts and demo settings exist only if no one outside this computer can reach them. */
export function isDemo(config: Config): boolean {
  const { hostname } = new URL(config.publicOrigin)
  return config.directory.embedded && isLoopback(config.host) && isLoopback(hostname)
}
