import { conversationImports } from '@parlance/contract/imports'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import { isUniqueViolation } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Agents } from '../agents/index.ts'
import { beginsAsExport } from './exportFiles.ts'
import { createImporter } from './importer.ts'
import * as store from './store.ts'

export interface Imports {
  /** Resumes imports that a shutdown or crash interrupted. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Imports conversations from other products' exports in the background. */
export function importsFeature(
  platform: Platform,
  { agents }: { agents: Pick<Agents, 'findUsable'> },
): Imports {
  const { database, jobs } = platform
  const { db } = database
  const importer = createImporter(platform)
  jobs.schedule('imports.remove', '47 3 * * *', () => store.removeEnded(database))

  serve(platform, conversationImports, {
    async import(call) {
      const { actor, upload, input } = call
      if (!beginsAsExport(upload.head)) throw new AppError('import.kind')
      const importId = uuid()
      try {
        const begun = await call.change(async (tx) => {
          if (!(await agents.findUsable(tx, actor, input.gptSystemId))) throw new AppError('agent.notFound')
          const { name: fileName, size, blobKey } = upload
          const { gptSystemId } = input
          await store.insertImport(tx, actor, { importId, gptSystemId, fileName, size, blobKey })
          if ((await store.findBytesOfDay(tx, actor)) > limits.importBytesPerDay)
            throw new AppError('import.quota')
          return (await store.findImport(tx, actor, importId)) as store.ImportRow
        })
        importer.wake()
        return begun
      } catch (cause) {
        if (!isUniqueViolation(cause, 'one_running_import_a_person')) throw cause
        throw new AppError('import.running', { cause })
      }
    },

    listImports: async ({ actor }) => ({ items: await store.listImports(db, actor) }),

    async getImport({ actor, params }) {
      const found = await store.findImport(db, actor, params.importId)
      if (!found) throw new AppError('import.notFound')
      return found
    },
  })
  return { start: () => importer.start(), stop: () => importer.stop() }
}
