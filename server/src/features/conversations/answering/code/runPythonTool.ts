import { limits } from '@parlance/contract/limits'
import type { Tool } from '../../../../engines/engine.ts'
import { cutTo } from '../../../../platform/language/cutTo.ts'
import { CELL_SECONDS, type CellNeeds, type CellResult, runCell } from '../../code/runCell.ts'
import type { AnswerTool, Outcome } from '../toolCalls.ts'
import { CodeInput } from './codeInput.ts'

const description = (fileNames: readonly string[], earlier: string) =>
  [
    'Runs Python in a sandbox without network and returns what it prints, and the value of its last line. Variables, imports, and files stay from call to call. Libraries: numpy, pandas, matplotlib, openpyxl. Files are in the current folder; files that you write there are offered to the person, and charts are shown to them. Use it to calculate, to analyze files, and to draw charts. Show only what you need: print summaries, not whole tables.',
    fileNames.length > 0 ? `Files: ${fileNames.map((name) => JSON.stringify(name)).join(', ')}.` : '',
    earlier === ''
      ? ''
      : `This code ran before, the newest last. Its variables are there unless a result says that they are gone:\n${earlier}`,
  ]
    .filter((part) => part !== '')
    .join(' ')

const definitionFor = (fileNames: readonly string[], earlier: string): Tool => ({
  name: 'run_python',
  description: description(fileNames, earlier),
  parameters: {
    type: 'object',
    properties: { code: { type: 'string', description: 'The Python code to run.' } },
    required: ['code'],
    additionalProperties: false,
  },
})

/** The longest that the code of one answer can run, in all calls together. */
const ANSWER_SECONDS = 300
const NAMED_FILES = 50
const NAME_CHARACTERS = 200
/** What the model gets of code that ran for earlier questions. */
const EARLIER_CHARACTERS = 4000

/** Returns as many of the newest cells as there is room for. */
function newestOf(cells: readonly string[]): string {
  const shown: string[] = []
  let left = EARLIER_CHARACTERS
  for (const cell of cells.toReversed()) {
    left -= cell.length
    if (left < 0) break
    shown.unshift(cell)
  }
  return shown.join('\n\n')
}

interface ToolNeeds extends CellNeeds {
  /** The code that ran for other questions, the oldest first. */
  earlier: readonly string[]
}

/** The tool with which a model runs code. */
export function runPythonTool(needs: ToolNeeds): AnswerTool {
  const { texts, files, text, earlier } = needs
  // Calls of one round run at the same time, but cells one after another.
  let last: Promise<unknown> = Promise.resolve()
  let isFirst = true
  let left = ANSWER_SECONDS
  const names = files.slice(0, NAMED_FILES).map(({ name }) => cutTo(name, NAME_CHARACTERS))
  async function runNext(code: string): Promise<Outcome> {
    if (left <= 0)
      return {
        title: texts.failed,
        content: `The code of this answer has run for ${ANSWER_SECONDS} seconds, which is the most. Answer from what you have.`,
        isError: true,
      }
    const isFirstOfAnswer = isFirst
    isFirst = false
    const result = await runCell(needs, {
      code,
      seconds: Math.min(CELL_SECONDS, left),
      // Its own cells say when they lose variables. Those of earlier questions can be lost unnoticed.
      hasEarlierCode: isFirstOfAnswer && earlier.length > 0,
    })
    left -= result.ms / 1000
    return outcomeOf(result)
  }
  const titles: Record<CellResult['state'], string> = {
    Ran: texts.ran,
    Failed: texts.failed,
    Stopped: texts.failed,
    Busy: texts.busy,
    NoTime: texts.timeUsed,
  }
  const outcomeOf = ({ state, content }: CellResult): Outcome => ({
    title: titles[state],
    content,
    isError: state !== 'Ran',
  })
  // Only the first call of a round is shown while it is written: the cells of the others come after its output.
  let heard: { call: object; input: CodeInput } | null = null
  return {
    definition: definitionFor(names, newestOf(earlier)),
    hear({ call, input }) {
      if (heard && heard.call !== call) return
      heard ??= { call, input: new CodeInput((lines) => text.codeLines(lines)) }
      heard.input.add(input)
    },
    refused: texts.refused,
    prepare({ code }) {
      heard = null
      if (typeof code !== 'string' || code.trim() === '')
        return {
          refusal: 'The input has no text in "code". Call the tool again with an object like {"code": "…"}.',
        }
      if (code.length > limits.codeCharacters)
        return { refusal: 'The code is too long. Run it in several calls.' }
      return {
        title: texts.running,
        async run() {
          const ran = last.then(() => runNext(code))
          last = ran.catch(() => undefined)
          const outcome = await ran
          return () => outcome
        },
      }
    },
  }
}
