/**
 * Replaces a stopped instance with the contents of an archive: `npm run restore FILE`. Reads the same settings
 * as the server. DATABASE_URL decides between PostgreSQL and the embedded database, whichever the archive comes
 * from.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadEnvironment } from '../server/src/config/environment.ts'
import { knownPassphrase } from '../server/src/platform/backup/passphrase.ts'
import { type Restored, restore } from '../server/src/platform/backup/restore.ts'
import { readInstallation } from '../server/src/platform/backup/settings.ts'
import { runTool } from '../server/src/platform/backup/tool.ts'
import { createLog } from '../server/src/platform/log/log.ts'

const USAGE = 'npm run restore FILE [-- --replace NAME] [--without-secrets]'

/** Describes how the instance differs from the backed-up one, and what to do about it. */
function consequences({ archive, key, audit, replaced }: Restored, onPostgres: boolean): string[] {
  const { manifest } = archive
  const lines = ["Everyone has to sign in again because sessions aren't restored."]
  if (audit) {
    lines.push(
      audit.firstBroken === null
        ? `Audit log verified: all ${audit.checked} entries are intact. It ends with ${manifest.auditHead.hash || 'none'}.`
        : `AUDIT LOG VERIFICATION FAILED from entry ${audit.firstBroken}, as in the instance that was backed up.`,
    )
  }
  if (key === 'restored' && onPostgres) {
    lines.push(
      'The key is in DATA_DIR/secret-key. Start every server with SECRET_KEY=base64: followed by its content.',
    )
  }
  if (key === 'other') {
    lines.push(
      'The key (SECRET_KEY) differs from before. As a result:',
      "  the audit log can't be verified unless you set SECRET_KEY to the former key before the first startup",
      '    (for a key from DATA_DIR/secret-key, use base64: followed by its content)',
      '  the sign-in directory creates new keys, which no one notices',
      '  API keys entered in the instance settings must be entered again',
    )
  } else if (key === 'same' && !manifest.secrets) {
    lines.push(
      'The archive contains no secrets. The key here is the former one, so the audit log can be verified.',
      'The sign-in directory creates new keys, and API keys of model providers must be entered again.',
    )
  }
  for (const blob of manifest.blobs.missing) lines.push(`MISSING since before the backup: ${blob}`)
  if (replaced) lines.push(`The previous data is kept in ${replaced}. Delete it when you no longer need it.`)
  return lines
}

runTool(async (say, warn) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'string' }, 'without-secrets': { type: 'boolean', default: false } },
  })
  const [given] = positionals
  if (!given || positionals.length > 1) throw new Error(`Specify the archive file: ${USAGE}`)
  if (process.env.npm_config_replace || process.env.npm_config_without_secrets)
    throw new Error(`npm consumed an option. Put -- before it: ${USAGE}`)
  loadEnvironment(warn)
  const from = process.env.INIT_CWD ?? '.'
  const installation = readInstallation(process.env)
  const isFolder = !installation.databaseUrl && values.replace !== undefined
  const begun = performance.now()
  const restored = await restore({
    installation,
    file: path.resolve(from, given),
    passphrase: async () => (values['without-secrets'] ? null : knownPassphrase(process.env)),
    replace: isFolder ? path.resolve(from, values.replace ?? '') : (values.replace ?? null),
    log: createLog('ERROR'),
    now: new Date(),
  })
  const { header, manifest } = restored.archive
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `${installation.name} restored to its state on ${header.createdAt}: ${rows} rows, ${manifest.blobs.stored} files, in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  for (const line of consequences(restored, installation.databaseUrl !== null)) say(line)
})
