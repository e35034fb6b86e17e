import { type Config, ConfigError } from './config/config.ts'
import { isDatabaseAway, sqlState } from './platform/database/database.ts'

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

/** PostgreSQL's messages name the user and the database, never the password. */
function databaseError(error: SystemError, config: Config): string | null {
  if (!config.databaseUrl) return null
  const { code = '', message } = error
  const name = config.databaseOwnerUrl ? 'DATABASE_URL or DATABASE_OWNER_URL' : 'DATABASE_URL'
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(code))
    return `${name}: can't reach PostgreSQL (${message || code}). Start it, or correct the host and port.`
  switch (sqlState(error)) {
    case '3D000':
      return `${name}: ${message}. Create it as a superuser: create database NAME owner ROLE`
    case '28000':
    case '28P01':
      return `${name}: PostgreSQL rejected the sign-in: ${message}. Correct the user and password.`
    case '42501':
      return `${name}: its role can't create tables: ${message}. Make it the owner as a superuser: alter database NAME owner to ROLE`
    default:
      // Nothing answers at that address, or something else does.
      return isDatabaseAway(error)
        ? `${name}: no PostgreSQL server answers there (${message}). Correct the host and port, or check the network.`
        : null
  }
}
