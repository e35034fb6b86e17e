/**
 * Puts what an archive holds in the place of an installation that is stopped: `npm run restore FILE`. It reads the
 * settings that the server reads; DATABASE_URL decides between PostgreSQL and the embedded database, whichever the
 * archive comes from.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { knownPassphrase } from '../server/src/platform/backup/passphrase.ts'
import { type Restored, restore } from '../server/src/platform/backup/restore.ts'
import { readInstallation } from '../server/src/platform/backup/settings.ts'
import { runTool } from '../server/src/platform/backup/tool.ts'
import { createLog } from '../server/src/platform/log/log.ts'

const USAGE = 'npm run restore FILE [-- --replace NAME] [--without-secrets]'

/** What is different from the installation that was backed up, and what there is to do about it. */
function consequences({ archive, key, audit, replaced }: Restored, onPostgres: boolean): string[] {
  const { manifest } = archive
  const lines = ['Everybody signs in anew: sessions are never restored.']
  if (audit) {
    lines.push(
      audit.firstBroken === null
        ? `The audit log fits, all ${audit.checked} entries; it ends with ${manifest.auditHead.hash || 'none'}.`
        : `THE AUDIT LOG DOES NOT FIT from entry ${audit.firstBroken} on, as in the installation that was backed up.`,
    )
  }
  if (key === 'restored' && onPostgres) {
    lines.push(
      'The key is in DATA_DIR/secret-key. Start every server with SECRET_KEY=base64: and its content after it.',
    )
  }
  if (key === 'other') {
    lines.push(
      'The key (SECRET_KEY) is another one than before. Therefore:',
      '  the audit log cannot be verified, unless SECRET_KEY is set to the former key before the first start',
      '    (base64: and its content, for a key that was kept in DATA_DIR/secret-key);',
      '  the sign-in directory makes itself new keys, which nobody notices;',
      '  keys of language models that were entered on screens have to be entered again.',
    )
  } else if (key === 'same' && !manifest.secrets) {
    lines.push(
      'The archive holds no secrets; the key here is the former one, so that the audit log can be verified.',
      'The sign-in directory makes itself new keys, and keys of language models have to be entered again.',
    )
  }
  for (const blob of manifest.blobs.missing)
    lines.push(`MISSING since before the backup: the bytes of ${blob}.`)
  if (replaced)
    lines.push(`What was there before is kept in ${replaced}. Remove it when you need it no more.`)
  return lines
}

runTool(async (say) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'string' }, 'without-secrets': { type: 'boolean', default: false } },
  })
  const [given] = positionals
  if (!given || positionals.length > 1) throw new Error(`Say what: ${USAGE}`)
  if (process.env.npm_config_replace || process.env.npm_config_without_secrets)
    throw new Error(`npm took an option for itself; write -- before it: ${USAGE}`)
  if (existsSync('.env')) process.loadEnvFile('.env')
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
    `${installation.name} is as it was on ${header.createdAt}: ${rows} rows, ${manifest.blobs.stored} files, in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  for (const line of consequences(restored, installation.databaseUrl !== null)) say(line)
})
