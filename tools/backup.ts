/**
 * Writes all data of a running instance to one archive: `npm run backup FILE`. Reads the same settings as the
 * server. With BACKUP_PASSPHRASE the archive also contains the secrets.
 */

import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { loadEnvironment } from '../server/src/config/environment.ts'
import { backUp } from '../server/src/platform/backup/backUp.ts'
import { newPassphrase } from '../server/src/platform/backup/passphrase.ts'
import { readInstallation } from '../server/src/platform/backup/settings.ts'
import { runTool } from '../server/src/platform/backup/tool.ts'
import { createLog } from '../server/src/platform/log/log.ts'

/** Streaming answers take priority. */
const STEPS_BACK = 19
/** The archive was written, but not everything it should contain. */
const INCOMPLETE = 2

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

runTool(async (say, warn) => {
  const [given, ...more] = process.argv.slice(2)
  if (!given || given.startsWith('-') || more.length > 0)
    throw new Error('Specify the archive file: npm run backup FILE')
  loadEnvironment(warn)
  const file = path.resolve(process.env.INIT_CWD ?? '.', given)
  const installation = readInstallation(process.env)
  const passphrase = await newPassphrase(process.env)
  setPriority(STEPS_BACK)
  const begun = performance.now()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const { manifest, archiveBytes, auditBroken, noted } = await backUp({
    installation,
    file,
    passphrase,
    productVersion: version,
    log: createLog('ERROR'),
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const { stored, bytes, missing, damaged } = manifest.blobs
  say(
    `${file}: ${megabytes(archiveBytes)}, ${rows} rows in ${manifest.tables.length} tables, ${stored} files (${megabytes(bytes)}), in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  const { seq, hash } = manifest.auditHead
  say(hash ? `The audit log ends at entry ${seq}, ${hash}.` : 'The audit log has no entries yet.')
  say(
    manifest.secrets
      ? "The archive contains the secrets, encrypted. They can't be recovered without the passphrase."
      : "The archive contains no secrets (BACKUP_PASSPHRASE isn't set). Back up SECRET_KEY or DATA_DIR/secret-key yourself.",
  )
  if (auditBroken !== null)
    warn(`AUDIT LOG VERIFICATION FAILED from entry ${auditBroken}. It may have been tampered with.`)
  if (!noted)
    warn(
      `Couldn't record the time of this backup in ${installation.dataDir}, so the checklist doesn't show it.`,
    )
  for (const key of missing) warn(`MISSING: ${key} is referenced in the database but isn't in the store.`)
  for (const key of damaged) warn(`DAMAGED: the content of ${key} differs from the uploaded file.`)
  if (missing.length + damaged.length > 0) {
    warn(
      `${missing.length} files are missing and ${damaged.length} are damaged. Everything else is in the archive.`,
    )
    process.exitCode = INCOMPLETE
  }
})
