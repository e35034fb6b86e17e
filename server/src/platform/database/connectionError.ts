import { isDatabaseAway, sqlState } from './database.ts'

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']

/**
 * Explains why PostgreSQL can't be used at the address of a setting, and what to do; null for other errors.
 * PostgreSQL's messages name the user and the database, never the password.
 */
export function connectionError(error: unknown, setting: string): string | null {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (UNREACHABLE.includes(code))
    return `${setting}: can't reach PostgreSQL (${message || code}). Start it, or correct the host and port.`
  switch (sqlState(error)) {
    case '3D000':
      return `${setting}: ${message}. Create it as a superuser: create database NAME owner ROLE`
    case '28000':
    case '28P01':
      return `${setting}: PostgreSQL rejected the sign-in: ${message}. Correct the user and password.`
    default:
      // Nothing answers at that address, or something else does.
      return isDatabaseAway(error)
        ? `${setting}: no PostgreSQL server answers there (${message}). Correct the host and port, or check the network.`
        : null
  }
}
