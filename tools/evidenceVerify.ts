/**
 * Verifies saved evidence: `npm run evidence:verify -- FILE [--key PUBLIC_KEY]`. Without a key, it's the one of this
 * installation, whose settings are read like the server's. Exits 0 if the evidence is genuine, and 1 if it isn't or
 * couldn't be verified.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadEnvironment } from '../server/src/config/environment.ts'
import { createSigner, isSigned } from '../server/src/platform/audit/signing.ts'
import { readInstallation } from '../server/src/platform/backup/settings.ts'
import { runTool } from '../server/src/platform/backup/tool.ts'

const USAGE = 'Name the file to verify: npm run evidence:verify -- FILE [--key PUBLIC_KEY]'

interface Saved {
  format: number
  instanceName: string
  checkedAt: string
  publicKey: string
  signature: string
  items: { item: string; state: string }[]
}

runTool(async (say, warn) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' } },
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new Error(USAGE)
  const { signature, ...content } = readSaved(file)
  const key = values.key ?? ownKey(warn)
  const isGenuine = content.publicKey === key && isSigned(content, signature, key)
  if (!isGenuine) {
    warn(
      content.publicKey === key
        ? 'THE EVIDENCE WAS CHANGED: its signature doesn’t fit its content.'
        : 'THE EVIDENCE IS NOT FROM THIS INSTANCE: it’s signed with another key.',
    )
    process.exitCode = 1
    return
  }
  say(
    `Evidence verified: ${content.instanceName} made it on ${content.checkedAt}, and it wasn’t changed since.`,
  )
  for (const { item, state } of content.items) say(`  ${item}: ${state}`)
})

function ownKey(warn: (line: string) => void): string {
  loadEnvironment(warn)
  const { secretKey } = readInstallation(process.env)
  if (!secretKey)
    throw new Error('SECRET_KEY isn’t set. Set it to the server’s key, or give the public key with --key.')
  return createSigner(secretKey).publicKey
}

function readSaved(file: string): Saved {
  const saved: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isSaved(saved)) throw new Error(`${file} isn’t evidence that was saved from the compliance settings.`)
  return saved
}

function isSaved(value: unknown): value is Saved {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === 1 &&
    'signature' in value &&
    typeof value.signature === 'string' &&
    'publicKey' in value &&
    typeof value.publicKey === 'string' &&
    'items' in value &&
    Array.isArray(value.items)
  )
}
