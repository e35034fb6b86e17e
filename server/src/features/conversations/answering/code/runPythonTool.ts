import type { Tool } from '../../../../engines/engine.ts'
import { cutTo } from '../../../../platform/language/cutTo.ts'
import {
  type CellOutcome,
  type CodeInterpreter,
  type GivenFile,
  isLost,
} from '../../../codeInterpreter/index.ts'
import type { CodeFiles } from '../../code/files.ts'
import type { AnswerTexts } from '../answerTexts.ts'
import type { AnswerTool, Outcome } from '../toolCalls.ts'
import { altText, type CellText } from './cellText.ts'

const description = (fileNames: readonly string[]) =>
  [
    'Runs Python in a sandbox without network and returns what it prints, and the value of its last line. Variables, imports, and files stay from call to call. Libraries: numpy, pandas, matplotlib, openpyxl. Files are in the current folder; files that you write there are offered to the person, and charts are shown to them. Use it to calculate, to analyze files, and to draw charts. Show only what you need: print summaries, not whole tables.',
    fileNames.length > 0 ? `Files: ${fileNames.map((name) => JSON.stringify(name)).join(', ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')

const definitionFor = (fileNames: readonly string[]): Tool => ({
  name: 'run_python',
  description: description(fileNames),
  parameters: {
    type: 'object',
    properties: { code: { type: 'string', description: 'The Python code to run.' } },
    required: ['code'],
    additionalProperties: false,
  },
})

const MOST_CODE = 50_000
const CELL_SECONDS = 60
/** What the model gets of the output. */
const MOST_TOLD = 12_000
const NAMED_FILES = 50
const NAME_CHARACTERS = 200

export interface RunPythonNeeds {
  code: Pick<CodeInterpreter, 'run'>
  codeFiles: CodeFiles
  place: { conversationId: string; segmentId: string }
  /** The files of the conversation, the oldest first. */
  files: readonly GivenFile[]
  texts: AnswerTexts
  signal: AbortSignal
  /** Where the cells of the answer are written. */
  text: CellText
}

/** The tool with which a model runs code. */
export function runPythonTool(needs: RunPythonNeeds): AnswerTool {
  const { texts, files } = needs
  // Calls of one round run at the same time, but cells one after another.
  let last: Promise<unknown> = Promise.resolve()
  let isFirst = true
  const names = files.slice(0, NAMED_FILES).map(({ name }) => cutTo(name, NAME_CHARACTERS))
  return {
    definition: definitionFor(names),
    refused: texts.codeRefused,
    prepare({ code }) {
      if (typeof code !== 'string' || code.trim() === '')
        return {
          refusal: 'The input has no text in "code". Call the tool again with an object like {"code": "…"}.',
        }
      if (code.length > MOST_CODE) return { refusal: 'The code is too long. Run it in several calls.' }
      return {
        title: texts.runningCode,
        async run() {
          const first = isFirst
          isFirst = false
          const ran = last.then(() => runCell(needs, code, first))
          last = ran.catch(() => undefined)
          const outcome = await ran
          return () => outcome
        },
      }
    },
  }
}

/** What the model gets about how a cell ended. */
const ends: Record<CellOutcome, string> = {
  Completed: '',
  Failed: '',
  Stopped: 'The person stopped the code.',
  TimeLimit: `The code took longer than ${CELL_SECONDS} seconds and was stopped. Variables are still there.`,
  TimeLost: `The code took longer than ${CELL_SECONDS} seconds and was ended. All variables are gone.`,
  MemoryLost: 'The code used too much memory and was ended. All variables are gone. Read files in parts.',
  OutputLost: 'The code wrote too much and was ended. All variables are gone. Print less.',
  Lost: 'The Python process has ended. All variables are gone.',
}

async function runCell(
  { code: interpreter, codeFiles, place, files, texts, signal, text }: RunPythonNeeds,
  code: string,
  isFirst: boolean,
): Promise<Outcome> {
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
  text.code(code)
  const end = await interpreter.run({
    conversationId: place.conversationId,
    code,
    seconds: CELL_SECONDS,
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
    return { title: texts.codeBusy, content: 'Too much code is running. Try again.', isError: true }
  }
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
    ends[end.outcome],
    end.leftOut.length > 0
      ? `Files that are too large, or too many, were not kept: ${end.leftOut.join(', ')}.`
      : '',
    notKept.length > 0
      ? `The conversation has no room for more files, so these were not kept: ${notKept.join(', ')}.`
      : '',
    end.notGiven.length > 0 ? `There was no room for these files: ${end.notGiven.join(', ')}.` : '',
  ].filter((note) => note !== '')
  // Its own cells say when they lose variables. Those of earlier questions can be lost unnoticed.
  if (isFirst && end.isNew && (await codeFiles.hasEarlierCode(place))) {
    notes.push('This is a new Python process. Variables of earlier questions are gone, and files are there.')
    text.output(`${texts.codeIsNew}\n`)
  }
  if (end.error !== '') text.error(end.error)
  if (isLost(end.outcome) || end.outcome === 'TimeLimit') text.error(texts.codeEnds[end.outcome] ?? '')
  text.close()
  const content = [cutTo(told.join(''), MOST_TOLD), end.error, ...notes]
    .filter((part) => part !== '')
    .join('\n')
  const isError = end.outcome !== 'Completed'
  return {
    title: isError ? texts.codeFailed : texts.ranCode,
    content: content === '' ? 'The code ran and printed nothing.' : content,
    isError,
  }
}
