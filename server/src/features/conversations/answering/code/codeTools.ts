import type { SentAttachment } from '../../../attachments/index.ts'
import { CellText } from '../../code/cellText.ts'
import { codeTextsFor } from '../../code/codeTexts.ts'
import { givenFiles } from '../../code/givenFiles.ts'
import type { Answering } from '../question.ts'
import type { AnswerTool } from '../toolCalls.ts'
import { runPythonTool } from './runPythonTool.ts'

/** Whether the agent runs code, and this machine can. It doesn’t for visitors, who are strangers and many. */
async function runsCode({ asked, needs }: Pick<Answering, 'asked' | 'needs'>): Promise<boolean> {
  if (asked.turnedOff !== null) return false
  return asked.configuration.capabilityTypes.includes('CodeInterpreter') && needs.code.interpreter.isOn()
}

/** Returns the tool that runs code, with the files of the conversation; none if the agent doesn’t run code. */
export async function codeTools(answering: Answering): Promise<AnswerTool[]> {
  if (!(await runsCode(answering))) return []
  const { asked, needs, text, signal } = answering
  const { conversationId, segmentId } = asked
  const { interpreter, files: codeFiles, attached } = needs.code
  interpreter.prepare(conversationId)
  const sent = new Map<string, SentAttachment>(
    [...asked.history.flatMap((turn) => turn.attachments), ...asked.attachments].map((one) => [
      one.attachmentId,
      one,
    ]),
  )
  return [
    runPythonTool({
      ...{ interpreter, codeFiles, signal },
      userId: asked.askedBy,
      files: givenFiles(await attached.filesOf([...sent.keys()]), await codeFiles.listOf(conversationId)),
      texts: codeTextsFor(asked.question),
      place: { conversationId, segmentId },
      earlier: await codeFiles.earlierCode({ conversationId, segmentId }),
      text: new CellText((piece) => text.event('code-interpreter-updated', { text: piece })),
    }),
  ]
}
