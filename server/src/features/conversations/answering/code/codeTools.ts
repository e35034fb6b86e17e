import type { SentAttachment } from '../../../attachments/index.ts'
import type { GivenFile } from '../../../codeInterpreter/index.ts'
import type { Answering } from '../question.ts'
import type { AnswerTool } from '../toolCalls.ts'
import { CellText } from './cellText.ts'
import { runPythonTool } from './runPythonTool.ts'

/** Whether the agent runs code, and this machine can. It doesn’t for visitors, who are strangers and many. */
async function runsCode({ asked, needs }: Pick<Answering, 'asked' | 'needs'>): Promise<boolean> {
  if (asked.turnedOff !== null) return false
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
  const written = await files.listOf(conversationId)
  const names = new Set(written.map(({ name }) => name))
  // What code made of an attachment under its name comes in its place.
  const unchanged = (await attached.filesOf([...sent.keys()])).filter(({ name }) => !names.has(name))
  const given: GivenFile[] = [...unchanged, ...written]
  return [
    runPythonTool({
      ...{ code: interpreter, codeFiles: files, files: given, texts, signal },
      place: { conversationId, segmentId },
      text: new CellText((piece) => text.event('code-interpreter-updated', { text: piece })),
    }),
  ]
}
