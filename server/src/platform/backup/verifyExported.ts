import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type ChainedEntry, chainHash } from '../audit/chain.ts'
import { deriveKey } from '../keys.ts'
import { BackupError } from './format.ts'
import type { Installation } from './settings.ts'

export interface VerifiedExport {
  /** How many lines are intact, counted from the first. */
  checked: number
  /** Positions of the first and the last of them. */
  first: number
  last: number
  /** The first line that isn't intact; null if all are. */
  broken: { file: string; line: number; error: keyof typeof errors } | null
}

const errors = {
  Unreadable: 'it isn’t a line of an exported audit log',
  Altered: 'it was changed, or was recorded by an instance with another key',
  Missing: 'entries before it are missing, or were replaced',
} as const

type ExportedEntry = ChainedEntry & { previousHash: string; hash: string }

/**
 * Verifies exported lines of the audit log with the key of their instance: that each is as it was recorded, and that it
 * continues the one before. Lines that arrived twice are accepted.
 */
export async function verifyExported(
  { secretKey }: Pick<Installation, 'secretKey'>,
  files: readonly string[],
): Promise<VerifiedExport> {
  if (!secretKey)
    throw new BackupError(
      "SECRET_KEY isn't set. Set it to the server's key. Nothing can be verified without it.",
    )
  const key = deriveKey(secretKey, 'audit-chain')
  const verified: VerifiedExport = { checked: 0, first: 0, last: 0, broken: null }
  let lastHash = ''
  for (const file of files) {
    let line = 0
    const lines = createInterface({
      input: createReadStream(file, 'utf8'),
      crlfDelay: Number.POSITIVE_INFINITY,
    })
    for await (const text of lines) {
      line += 1
      const entry = entryOf(text)
      const error = entry === null ? 'Unreadable' : errorOf(key, entry, verified, lastHash)
      if (error !== null || entry === null)
        return { ...verified, broken: { file, line, error: error ?? 'Unreadable' } }
      verified.checked += 1
      if (entry.seq <= verified.last) continue
      if (verified.first === 0) verified.first = entry.seq
      verified.last = entry.seq
      lastHash = entry.hash
    }
  }
  return verified
}

function entryOf(text: string): ExportedEntry | null {
  try {
    const { stream, entry } = JSON.parse(text) as { stream: string; entry: ExportedEntry }
    return stream === 'AuditLog' && Number.isInteger(entry.seq) ? entry : null
  } catch {
    return null
  }
}

function errorOf(
  key: Buffer,
  { previousHash, hash, ...entry }: ExportedEntry,
  { last }: VerifiedExport,
  lastHash: string,
): 'Altered' | 'Missing' | null {
  if (hash !== chainHash(key, previousHash, entry)) return 'Altered'
  if (last === 0 || entry.seq <= last) return null
  return entry.seq === last + 1 && previousHash === lastHash ? null : 'Missing'
}

/** Formats the result for an operator. The first line says whether the lines are intact. */
export function verdictOfExport({ checked, first, last, broken }: VerifiedExport): string[] {
  if (broken)
    return [
      `THE EXPORTED AUDIT LOG ISN'T INTACT. Line ${broken.line} of ${broken.file}: ${errors[broken.error]}.`,
      `The ${checked} lines before it are intact.`,
    ]
  if (checked === 0) return ['The files are empty.']
  return [`Exported audit log verified: all ${checked} lines are intact, from entry ${first} to ${last}.`]
}
