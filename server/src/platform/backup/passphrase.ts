import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { BackupError } from './format.ts'
import { PASSPHRASE_CHARACTERS } from './secrets.ts'

/**
 * Reads the passphrase from the environment, never from the command line, which every user of the machine can
 * read.
 */
function passphraseOf(environment: Record<string, string | undefined>): string | null {
  return environment.BACKUP_PASSPHRASE || null
}

/** Returns the passphrase for a new archive, asking twice at a terminal; null leaves the secrets out. */
export async function newPassphrase(environment: Record<string, string | undefined>): Promise<string | null> {
  const given = passphraseOf(environment)
  if (given !== null) return longEnough(given)
  if (!process.stdin.isTTY) return null
  const first = await ask('Passphrase for the secrets (leave empty to exclude them): ')
  if (first === '') return null
  longEnough(first)
  if ((await ask('Repeat: ')) !== first) throw new BackupError("The passphrases don't match.")
  return first
}

/** Returns the passphrase of an archive that contains secrets. */
export async function knownPassphrase(environment: Record<string, string | undefined>): Promise<string> {
  const given = passphraseOf(environment)
  if (given !== null) return given
  if (process.stdin.isTTY) return ask('Passphrase of the backup: ')
  throw new BackupError(
    'The archive contains secrets. Set BACKUP_PASSPHRASE in the environment, or skip them (--without-secrets).',
  )
}

function longEnough(passphrase: string): string {
  if (passphrase.length >= PASSPHRASE_CHARACTERS) return passphrase
  throw new BackupError(`A passphrase must have at least ${PASSPHRASE_CHARACTERS} characters.`)
}

/** Asks without echoing the input. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
