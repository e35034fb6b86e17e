import type { Input } from '@parlance/contract/endpoint'
import type { guidelinesDocuments } from '@parlance/contract/guidelinesDocuments'
import { limits } from '@parlance/contract/limits'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import { isUniqueViolation, type Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { demandShort } from '../demandShort.ts'
import * as store from './store.ts'

type Group = typeof guidelinesDocuments

export function createTemplates({ config, database }: Pick<Platform, 'config' | 'database'>) {
  const pages = createContinuation<{ title: string; id: string }>(config.secretKey, 'guidelinesTemplates')

  return {
    async listGuidelinesTemplates({ input }: { input: Input<Group['listGuidelinesTemplates']> }) {
      const { pageSize = limits.pageSize, search = '' } = input
      const after = pages.read(input.continuationToken)
      const rows = await store.readPage(database.db, { search, after, limit: pageSize + 1 })
      const items = rows.slice(0, pageSize)
      const last = items.at(-1)
      const more = rows.length > pageSize && last
      return {
        items,
        continuationToken: more ? pages.write({ title: last.title, id: last.guidelinesTemplateId }) : null,
      }
    },
    createGuidelinesTemplate: (call: Call<Group['createGuidelinesTemplate']>) =>
      naming(() => call.change((tx, record) => insert(tx, call.input, record))),
    async getGuidelinesTemplate({ params }: { params: { guidelinesTemplateId: string } }) {
      const row = await store.readTemplate(database.db, params.guidelinesTemplateId)
      if (!row) throw new AppError('request.notFound')
      return row
    },
    updateGuidelinesTemplate: (call: Call<Group['updateGuidelinesTemplate']>) =>
      naming(() =>
        call.change(async (tx, record) => {
          const before = await lock(tx, call.params.guidelinesTemplateId)
          if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
          return write(tx, before, call.input, record)
        }),
      ),
    async removeGuidelinesTemplate(call: Call<Group['removeGuidelinesTemplate']>) {
      await call.change(async (tx, record) => {
        const before = await lock(tx, call.params.guidelinesTemplateId)
        await store.removeTemplate(tx, before.guidelinesTemplateId)
        record({ ...named(before), before: recorded(before), after: null })
      })
      return {}
    },
  }
}

/** Creates a template; a restored one keeps its ID. */
export async function insert(
  tx: Sql,
  template: store.NewTemplate,
  record: RecordChange,
  id?: string,
): Promise<store.TemplateRow> {
  demandShort('sections', template.sections)
  const row = await mustRead(tx, await store.insertTemplate(tx, template, id))
  record({ ...named(row), before: null, after: recorded(row) })
  return row
}

export async function write(
  tx: Sql,
  before: store.TemplateRow,
  template: store.NewTemplate,
  record: RecordChange,
): Promise<store.TemplateRow> {
  demandShort('sections', template.sections)
  await store.updateTemplate(tx, before.guidelinesTemplateId, template)
  const after = await mustRead(tx, before.guidelinesTemplateId)
  record({ ...named(after), before: recorded(before), after: recorded(after) })
  return after
}

async function lock(tx: Sql, id: string): Promise<store.TemplateRow> {
  const row = await store.lockTemplate(tx, id)
  if (!row) throw new AppError('request.notFound')
  return row
}

async function mustRead(tx: Sql, id: string): Promise<store.TemplateRow> {
  const row = await store.readTemplate(tx, id)
  if (!row) throw new Error('The updated template is missing.')
  return row
}

/** Turns a title that is taken into an error at the field. */
export async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!isUniqueViolation(cause, 'guidelines_template_title')) throw cause
    const { message } = new AppError('guidelines.templateTitleTaken')
    throw new AppError('guidelines.templateTitleTaken', { cause, fields: [{ field: 'title', message }] })
  }
}

const named = ({ guidelinesTemplateId, title }: store.TemplateRow) => ({
  entityType: 'GuidelinesTemplate',
  entityId: guidelinesTemplateId,
  entityName: title,
})

/** The template as its endpoint accepts it. */
export const recorded = ({ title, description, language, sections }: store.TemplateRow) => ({
  title,
  description,
  language,
  sections,
})
