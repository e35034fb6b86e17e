import { cutTo } from '../../../platform/language/cutTo.ts'
import {
  type CellOutcome,
  type CodeInterpreter,
  type GivenFile,
  isLost,
} from '../../codeInterpreter/index.ts'
import { altText, type CellText } from './cellText.ts'
import type { CodeTexts } from './codeTexts.ts'
import type { CodeFiles } from './files.ts'

export const CELL_SECONDS = 60
/** What the model gets of the output. */
const MOST_TOLD = 12_000

export interface CellNeeds {
  interpreter: Pick<CodeInterpreter, 'run' | 'time'>
  codeFiles: CodeFiles
  /** Whose time it takes. */
  userId: string
  place: { conversationId: string; segmentId: string }
  /** The files of the conversation, the oldest first. */
  files: readonly GivenFile[]
  texts: CodeTexts
  signal: AbortSignal
  /** Where the cells of the answer are written. */
  text: CellText
}

interface Cell {
  code: string
  /** The longest that it can run. */
  seconds: number
  /** Whether code ran before. If its process has ended since, a message says that its variables are gone. */
  hasEarlierCode: boolean
  /** The person runs it, not the model. */
  byPerson?: boolean
}

/** How a cell ended: not at all, if everything is busy or the person has no time left. */
export interface CellResult {
  state: 'Ran' | 'Failed' | 'Stopped' | 'Busy' | 'NoTime'
  /** What a model gets. */
  content: string
  ms: number
}

/** What the model gets about how a cell ended. */
const endsOf = (seconds: number): Record<CellOutcome, string> => ({
  Completed: '',
  Failed: '',
  Stopped: 'The person stopped the code.',
  TimeLimit: `The code took longer than ${seconds} seconds and was stopped. Variables are still there.`,
  TimeLost: `The code took longer than ${seconds} seconds and was ended. All variables are gone.`,
  MemoryLost: 'The code used too much memory and was ended. All variables are gone. Read files in parts.',
  OutputLost: 'The code wrote too much and was ended. All variables are gone. Print less.',
  Lost: 'The Python process has ended. All variables are gone.',
})

/** Runs a cell, writes what it shows to the text of the answer, and stores its charts and files. */
export async function runCell(needs: CellNeeds, cell: Cell): Promise<CellResult> {
  const { interpreter, codeFiles, userId, place, files, texts, signal, text } = needs
  const left = await interpreter.time.leftSeconds(userId)
  if (left <= 0) {
    text.close()
    return {
      state: 'NoTime',
      content: 'The person has used their time for running code today. Answer without running code.',
      ms: 0,
    }
  }
  const seconds = Math.ceil(Math.min(cell.seconds, left))
  const told: string[] = []
  const notKept: string[] = []
  const keeping: Promise<void>[] = []
  // Charts are stored one after another, so that the text has them in their order.
  let last = Promise.resolve()
  const inOrder = (act: () => Promise<void> | void) => {
    last = last.then(act)
    keeping.push(last)
    // It is awaited when the cell has ended.
    last.catch(() => undefined)
  }
  text.code(cell.code, cell.byPerson)
  const end = await interpreter.run({
    conversationId: place.conversationId,
    code: cell.code,
    seconds,
    files: async () => [...files],
    signal,
    on(event) {
      if (event.kind === 'chart')
        inOrder(async () => {
          const name = 'chart.png'
          const kept = await codeFiles.keep(place, { kind: 'Chart', name, bytes: event.image })
          if (!kept) return void notKept.push(name)
          text.chart(kept.codeFileId, event.charts)
          told.push(`[The person sees a chart: ${altText(event.charts) || 'without a title'}]\n`)
        })
      else
        inOrder(() => {
          if (event.kind === 'result' && event.table) text.table(event.table)
          else text.output(event.text)
          told.push(event.kind === 'result' ? `${event.text}\n` : event.text)
        })
    },
  })
  await Promise.all(keeping)
  if (!end) {
    text.close()
    return { state: 'Busy', content: 'Too much code is running. Try again.', ms: 0 }
  }
  await interpreter.time.count(userId, end.ms)
  for (const { name, bytes } of end.files) {
    const kept = await codeFiles.keep(place, { kind: 'File', name, bytes })
    if (!kept) {
      notKept.push(name)
      continue
    }
    text.file(kept.codeFileId, name)
    told.push(`[The person gets the file ${JSON.stringify(name)}]\n`)
  }
  const notes = [
    endsOf(seconds)[end.outcome],
    end.leftOut.length > 0
      ? `Files that are too large, or too many, were not kept: ${end.leftOut.join(', ')}.`
      : '',
    notKept.length > 0
      ? `The conversation has no room for more files, so these were not kept: ${notKept.join(', ')}.`
      : '',
    end.notGiven.length > 0 ? `There was no room for these files: ${end.notGiven.join(', ')}.` : '',
  ].filter((note) => note !== '')
  if (end.isNew && cell.hasEarlierCode) {
    notes.push('This is a new Python process. Variables of earlier questions are gone, and files are there.')
    text.output(`${texts.isNew}\n`)
  }
  if (end.error !== '') text.error(end.error)
  if (isLost(end.outcome) || end.outcome === 'TimeLimit') text.error(texts.ends[end.outcome] ?? '')
  text.close()
  const content = [cutTo(told.join(''), MOST_TOLD), end.error, ...notes]
    .filter((part) => part !== '')
    .join('\n')
  const state =
    end.outcome === 'Completed' ? 'Ran' : end.outcome === 'Stopped' ? ('Stopped' as const) : 'Failed'
  return { state, content: content === '' ? 'The code ran and printed nothing.' : content, ms: end.ms }
}
