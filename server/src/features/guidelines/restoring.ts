import { documentFields, guidelinesDocuments, templateFields } from '@parlance/contract/guidelinesDocuments'
import { type Restorers, type Restoring, validState, withoutNulls } from '../../platform/audit/restorers.ts'
import * as documents from './documents/service.ts'
import { lockDocument } from './documents/store.ts'
import * as templates from './templates/service.ts'
import { lockTemplate } from './templates/store.ts'

/**
 * Restores the title, links, and consent of documents, and complete templates. Deleted ones are created again, a
 * document with the sections that it had. Linked agents and brands must exist.
 */
export function restoreGuidelines(restorers: Restorers): void {
  const documentFrom = ({ state }: Restoring) =>
    validState(guidelinesDocuments.updateGuidelinesDocument.input, withoutNulls(state))
  const templateFrom = ({ state }: Restoring) =>
    validState(guidelinesDocuments.updateGuidelinesTemplate.input, withoutNulls(state))

  restorers.add({
    entityType: 'GuidelinesDocument',
    fields: Object.keys(documentFields),
    rights: ['GuidelinesDocumentsWrite'],
    async lock(tx, _actor, id) {
      const row = await lockDocument(tx, id)
      return row && documents.recorded(row)
    },
    apply: (tx, restoring, record) =>
      documents.naming(async () => {
        const before = await lockDocument(tx, restoring.entityId)
        if (before) await documents.write(tx, before, documentFrom(restoring), record)
      }),
    make: {
      rights: ['GuidelinesDocumentsCreate'],
      apply: (tx, restoring, record) =>
        documents.naming(() => documents.undelete(tx, restoring.entityId, documentFrom(restoring), record)),
    },
  })
  restorers.add({
    entityType: 'GuidelinesTemplate',
    fields: Object.keys(templateFields),
    rights: ['GuidelinesDocumentsWrite'],
    async lock(tx, _actor, id) {
      const row = await lockTemplate(tx, id)
      return row && templates.recorded(row)
    },
    apply: (tx, restoring, record) =>
      templates.naming(async () => {
        const before = await lockTemplate(tx, restoring.entityId)
        if (before) await templates.write(tx, before, templateFrom(restoring), record)
      }),
    make: {
      rights: ['GuidelinesDocumentsCreate'],
      apply: (tx, restoring, record) =>
        templates.naming(async () => {
          await templates.insert(tx, templateFrom(restoring), record, restoring.entityId)
        }),
    },
  })
}
