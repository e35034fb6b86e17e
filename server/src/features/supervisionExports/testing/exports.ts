import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Answer } from '@parlance/contract/endpoint'
import type { supervisionExports } from '@parlance/contract/supervisionExports'
import { expect } from 'vitest'
import { z } from 'zod'
import type { TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call } from '../../../testing/client.ts'
import { settingsPath } from '../../../testing/instanceSettings.ts'

export type Export = Answer<typeof supervisionExports.createSupervisionExport>
export type Exports = Answer<typeof supervisionExports.listSupervisionExports>

export const exportsPath = `${settingsPath}/supervisionExports`
export const exportSecret = 'the-secret-of-this-export'

const schema = path.join(import.meta.dirname, '../../../../../docs/supervision-export.schema.json')
const Exported = z.fromJSONSchema(JSON.parse(readFileSync(schema, 'utf8')))

/** A line of an export, as a receiver reads it. */
export interface Received {
  schemaVersion: number
  source: string
  stream: 'AuditLog' | 'Conversations'
  position: number
  id: string
  at: string
  entry: Record<string, unknown>
}

/** Parses exported lines. Each of them fits the published schema. */
export const linesOf = (text: string): Received[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => Exported.parse(JSON.parse(line)) as Received)

/** Returns what the files of a folder contain whose names begin in a way, by name. */
export const filesOf = (folder: string, beginning: string): { name: string; text: string }[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(beginning))
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))

export const linesIn = (folder: string, beginning: string): Received[] =>
  filesOf(folder, beginning).flatMap(({ text }) => linesOf(text))

/** Calls an application as the administrator. */
export function administrator(app: () => Pick<TestApplication, 'origin' | 'token'>) {
  async function as<T>(of: string, options: CallOptions = {}): Promise<T> {
    const answered = await call<T>(app(), of, { token: await app().token('admin'), ...options })
    expect(answered.status, `${of} ${JSON.stringify(answered.body)}`).toBeLessThan(300)
    return answered.body
  }
  const list = () => as<Exports>(exportsPath)
  return {
    as,
    list,
    async stateOf({ supervisionExportId }: Pick<Export, 'supervisionExportId'>): Promise<Export> {
      const found = (await list()).items.find((one) => one.supervisionExportId === supervisionExportId)
      if (!found) throw new Error('The export isn’t listed.')
      return found
    },
    toWebhook: (url: string, more: object = {}) =>
      as<Export>(exportsPath, {
        body: {
          name: 'SIEM',
          target: { kind: 'Webhook', url, secret: exportSecret },
          enabled: true,
          start: 'Now',
          ...more,
        },
      }),
    toFile: (fileName: string, more: object = {}) =>
      as<Export>(exportsPath, {
        body: { name: 'Files', target: { kind: 'File', fileName }, enabled: true, start: 'Now', ...more },
      }),
    async removeAll(): Promise<void> {
      for (const { supervisionExportId } of (await list()).items)
        await as(`${exportsPath}/${supervisionExportId}`, { method: 'DELETE' })
    },
  }
}
