import { v7 as uuid } from 'uuid'
import type { Attachments, SentAttachment } from '../../../attachments/index.ts'
import type { CodeInterpreter, GivenFile } from '../../../codeInterpreter/index.ts'
import type { CodeFiles } from '../../code/files.ts'
import type { Answering } from '../question.ts'
import type { AnswerTool } from '../toolCalls.ts'
import { runPythonTool } from './runPythonTool.ts'

/** What answers need to run code. */
export interface CodeNeeds {
  interpreter: CodeInterpreter
  files: CodeFiles
  attached: Pick<Attachments, 'filesOf'>
}

/** For answers that belong to no conversation: what code writes isn’t kept. */
export const withoutFiles = (code: CodeNeeds): CodeNeeds => ({
  ...code,
  files: { keep: async () => ({ codeFileId: uuid() }), listOf: async () => [] },
})

/** Whether the agent runs code, and this machine can. */
export async function runsCode({ asked, needs }: Pick<Answering, 'asked' | 'needs'>): Promise<boolean> {
  return asked.configuration.capabilityTypes.includes('CodeInterpreter') && needs.code.interpreter.isOn()
}

/** Returns the tool that runs code, with the files of the conversation; none if the agent doesn’t run code. */
export async function codeTools(answering: Answering): Promise<AnswerTool[]> {
  if (!(await runsCode(answering))) return []
  const { asked, needs, texts, text, signal } = answering
  const { conversationId, segmentId } = asked
  const { interpreter, files, attached } = needs.code
  interpreter.prepare(conversationId)
  const sent = new Map<string, SentAttachment>(
    [...asked.history.flatMap((turn) => turn.attachments), ...asked.attachments].map((one) => [
      one.attachmentId,
      one,
    ]),
  )
  const given: GivenFile[] = [
    ...(await attached.filesOf([...sent.keys()])),
    ...(await files.listOf(conversationId)),
  ]
  return [
    runPythonTool({
      ...{ code: interpreter, codeFiles: files, files: given, texts, signal },
      place: { conversationId, segmentId },
      write: (piece) => text.event('code-interpreter-updated', { text: piece }),
    }),
  ]
}
