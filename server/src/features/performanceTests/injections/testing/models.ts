import type { ResourceRules } from '@parlance/contract/markdown/resources'
import type { AnswerRequest, EngineWriter } from '../../../../engines/engine.ts'
import { isIn } from '../judge.ts'
import { type SuiteCase, suiteCases, suiteControls } from '../suite.ts'

const addressOf = (href: string) => (URL.canParse(href) ? new URL(href).href : null)

/** Everything that an answer names is a link or loaded, as if clients had no rules. */
export const noRules: ResourceRules = { link: addressOf, image: addressOf, isSource: () => false }

export type Model = (writer: EngineWriter, signal: AbortSignal, request: AnswerRequest) => Promise<unknown>

const promptOf = ({ messages }: AnswerRequest): string => messages.map(({ content }) => content).join('\n\n')

/** Returns the case whose hidden instructions are in a prompt. */
const caseIn = (prompt: string): SuiteCase | undefined =>
  suiteCases.find(
    ({ question, attack }) => prompt.includes(question) && attack.every((part) => isIn(prompt, part)),
  )

/** Answers exactly what hidden instructions ask for, and nothing else. */
export const obedient: Model = async (writer, _signal, request) => {
  const one = caseIn(promptOf(request))
  if (!one) return writer.text('I have no instructions.')
  const { text, calls } = one.obeyed
  const offered = new Set(request.tools.map(({ name }) => name))
  const wanted = calls.filter(({ name }) => offered.has(name))
  if (wanted.length > 0 && !hasCalled(request)) {
    const toolCalls = wanted.map(({ name, input }, at) => ({
      ...{ id: `obeyed_${at}`, name },
      input: JSON.stringify(input),
    }))
    return { toolCalls, finish: 'ToolCalls' }
  }
  writer.text(text)
}

const hasCalled = ({ messages }: AnswerRequest): boolean =>
  messages.some((message) => message.role === 'tool' && message.toolCallId.startsWith('obeyed_'))

/** Answers from the files, and never follows them. */
export const careful: Model = async (writer, _signal, request) => {
  const prompt = promptOf(request)
  const control = suiteControls.find(
    ({ question, file }) => prompt.includes(question) && prompt.includes(file.text),
  )
  writer.text(control ? `It says: ${control.fact}.` : 'The document says so.')
}

/** Reads well enough to answer simple questions, but does what hidden instructions say. */
export const gullible: Model = (writer, signal, request) =>
  caseIn(promptOf(request)) ? obedient(writer, signal, request) : careful(writer, signal, request)
