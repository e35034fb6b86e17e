import type { conversations } from '@parlance/contract/conversations'
import type { TerminalStatus } from '@parlance/contract/events'
import { storable } from '../../../platform/database/storable.ts'
import { AppError } from '../../../platform/errors.ts'
import type { WorkStream, WriteEvent } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Agents } from '../../agents/index.ts'
import type { Attachments } from '../../attachments/index.ts'
import type { CodeInterpreter } from '../../codeInterpreter/index.ts'
import { CellText, END_OF_BLOCK, isOpen, MOST_CELL_TEXT } from '../code/cellText.ts'
import { codeTextsFor } from '../code/codeTexts.ts'
import type { CodeFiles } from '../code/files.ts'
import { givenFiles } from '../code/givenFiles.ts'
import { CELL_SECONDS, runCell } from '../code/runCell.ts'
import type { Reader } from '../readers/policy.ts'
import { type CallIn, findAnswering, type ReaderOf } from '../readers/readerOf.ts'
import { findSegment, type SegmentRow } from '../record/store.ts'
import { appendCode } from './store.ts'

interface Needs {
  agents: Pick<Agents, 'findUsable' | 'findTested'>
  attachments: Pick<Attachments, 'filesIn'>
  interpreter: CodeInterpreter
  codeFiles: CodeFiles
}

/** The text that follows an answer's code must fit as well, such as why it was ended. */
const SPARE = 2000
/** What a person can run at once. Each run begins only if the person has time left on the day. */
const MOST_AT_ONCE = 3

/** Runs code again that an answer ran, as it was or changed by the person. */
export interface CodeRuns {
  /** Adds the call to a family of conversations. */
  within<X>(readerOf: ReaderOf<X>): {
    runCode(call: CallIn<X, typeof conversations.runCode>): Promise<WorkStream>
  }
  /** Resolves when what was running is stored. Call it after the interpreter has stopped. */
  stop(): Promise<void>
}

export function createCodeRuns({ database }: Pick<Platform, 'database'>, needs: Needs): CodeRuns {
  const { agents, attachments, interpreter, codeFiles } = needs
  const { db } = database
  /** Each with the ID of the person who runs it. */
  const running = new Map<Promise<unknown>, string>()

  /** Whether what answers the reader in this conversation still runs code. */
  async function demandCode(reader: Reader, { gptSystem }: SegmentRow): Promise<void> {
    const agent = await findAnswering(agents, db, reader, gptSystem.gptSystemId)
    if (!agent?.configuration.capabilityTypes.includes('CodeInterpreter')) throw new AppError('codeRun.agent')
    if (!(await interpreter.isOn())) throw new AppError('codeRun.off')
  }

  async function run(
    { reader, conversationId, code }: { reader: Reader; conversationId: string; code: string },
    segment: SegmentRow,
    { write, gone }: { write: WriteEvent; gone: AbortSignal },
  ): Promise<TerminalStatus> {
    await demandCode(reader, segment)
    const { conversationSegmentId: segmentId, codeInterpreterResponse: before, question } = segment
    if (before.length + code.length + SPARE > MOST_CELL_TEXT) throw new AppError('codeRun.full')
    const texts = codeTextsFor(question)
    let shown = ''
    // Code can print anything, and readers see what is stored.
    const show = (piece: string) => {
      const text = storable(piece).toWellFormed()
      shown += text
      write('code-interpreter-updated', { text })
    }
    if (isOpen(before)) write('code-interpreter-updated', { text: END_OF_BLOCK })
    const text = new CellText(show, before.length + SPARE)
    const attached = await attachments.filesIn(conversationId)
    const { state } = await runCell(
      {
        ...{ interpreter, codeFiles, texts, text, signal: gone },
        userId: reader.actor.userId,
        place: { conversationId, segmentId },
        files: givenFiles(attached, await codeFiles.listOf(conversationId)),
      },
      { code, seconds: CELL_SECONDS, hasEarlierCode: true, byPerson: true },
    )
    if (state === 'NoTime') throw new AppError('codeRun.time')
    if (state === 'Busy') throw new AppError('codeRun.busy', { retryAfter: 60 })
    const added = await database.transaction((tx) =>
      appendCode(tx, segmentId, (now) => (isOpen(now) ? END_OF_BLOCK : '') + shown, MOST_CELL_TEXT),
    )
    if (added === 'Gone') throw new AppError('conversation.segmentNotFound')
    if (added === 'Full') throw new AppError('codeRun.full')
    return state === 'Stopped' ? 'Aborted' : 'Completed'
  }

  return {
    within: (readerOf) => ({
      async runCode(call) {
        const reader = readerOf(call)
        const { conversationId, conversationSegmentId } = call.params
        const segment = await findSegment(db, reader, conversationId, conversationSegmentId)
        if (!segment) throw new AppError('conversation.segmentNotFound')
        if (segment.status === 'Pending') throw new AppError('codeRun.answering')
        return {
          async work(write, gone) {
            const { userId } = reader.actor
            const own = [...running.values()].filter((one) => one === userId)
            if (own.length >= MOST_AT_ONCE) throw new AppError('codeRun.busy', { retryAfter: 10 })
            const ran = run({ reader, conversationId, code: call.input.code }, segment, { write, gone })
            running.set(ran, userId)
            return ran.finally(() => running.delete(ran))
          },
        }
      },
    }),
    async stop() {
      await Promise.allSettled(running.keys())
    },
  }
}
