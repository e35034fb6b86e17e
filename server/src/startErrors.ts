import { type Config, ConfigError } from './config/config.ts'
import { connectionError } from './platform/database/connectionError.ts'
import { sqlState } from './platform/database/database.ts'

interface SystemError {
  code?: string
  syscall?: string
  hostname?: string
  message: string
}

/**
 * Explains why the program didn't start, in lines that say what to do. `config` is null if the settings
 * couldn't be read.
 */
export function startErrors(error: unknown, config: Config | null): string[] {
  if (error instanceof ConfigError) return error.errors
  const told = error instanceof Error ? error.message : String(error)
  if (!config || !(error instanceof Error)) return [told]
  return [listenError(error, config) ?? databaseError(error, config) ?? told]
}

function listenError({ code, syscall, hostname }: SystemError, { host, port }: Config): string | null {
  if (hostname === host && syscall === 'getaddrinfo') return noAddress(host)
  if (syscall !== 'listen') return null
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: port ${port} on ${host} is already in use. Stop the other process or set a different PORT.`
    case 'EACCES':
      return `PORT: this account isn't allowed to listen on port ${port}. Set a PORT above 1023 and use a reverse proxy.`
    case 'EADDRNOTAVAIL':
      return noAddress(host)
    default:
      return null
  }
}

const noAddress = (host: string) =>
  `HOST: ${host} isn't an address of this computer. Set one of its addresses, 127.0.0.1 for local access only, or 0.0.0.0 for all.`

function databaseError(error: SystemError, config: Config): string | null {
  if (!config.databaseUrl) return null
  const setting = config.databaseOwnerUrl ? 'DATABASE_URL or DATABASE_OWNER_URL' : 'DATABASE_URL'
  if (sqlState(error) === '42501')
    return `${setting}: its role can't create tables: ${error.message}. Make it the owner as a superuser: alter database NAME owner to ROLE`
  return connectionError(error, setting)
}
