import { v7 as uuid } from 'uuid'
import type { Attachments } from '../../../attachments/index.ts'
import type { CodeInterpreter } from '../../../codeInterpreter/index.ts'
import type { CodeFiles } from '../../code/files.ts'

/** What answers need to run code. */
export interface CodeNeeds {
  interpreter: CodeInterpreter
  files: CodeFiles
  attached: Pick<Attachments, 'filesOf'>
}

/** For answers that belong to no conversation: what code writes isn’t kept. */
export const withoutFiles = (code: CodeNeeds): CodeNeeds => ({
  ...code,
  files: {
    keep: async () => ({ codeFileId: uuid() }),
    listOf: async () => [],
    earlierCode: async () => [],
  },
})
