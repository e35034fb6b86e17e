import type { EvaluatedCase } from './evaluateStore.ts'

/** What a run came to. */
export interface Evaluation {
  agent: string
  test: string
  /** The number of the agent's version. */
  version: number
  runId: string
  phase: string
  /** Why it failed or stopped: a code. */
  errorCode: string | null
  /** From 0 to 100; null unless it is completed. */
  score: number | null
  /** Half of the 95 % confidence interval, in points. */
  margin: number | null
  minimum: number
  /** Cases tagged as critical that failed, if the gate asks for none. */
  criticalFailures: number
  passed: boolean
  costUsd: number | null
  seconds: number
}

/** Says in words what was wrong with an answer. Empty if it passed. */
export function problemsOf(one: EvaluatedCase): string[] {
  if (one.passed) return []
  if (one.errorCode !== null) return [`No usable answer: ${one.errorCode}`]
  return [
    ...(one.expectRefusal && !one.refused ? ['The agent answered, but was expected to refuse.'] : []),
    ...(!one.expectRefusal && one.refused ? ['The agent refused to answer.'] : []),
    ...one.missing.map((fact) => `Missing: ${fact}`),
    ...one.said.map((statement) => `Said, although it is forbidden: ${statement}`),
    ...(one.missingCitations > 0 ? [`Sources not cited: ${one.missingCitations}`] : []),
    ...(one.judgeScore === null ? [] : [`Rated ${one.judgeScore} of 5. ${one.judgeReason ?? ''}`.trim()]),
  ]
}

/** Returns a run as JUnit XML, which build servers show: each answer is a test. */
export function junit(evaluation: Evaluation, cases: readonly EvaluatedCase[]): string {
  const { agent, test, version, seconds } = evaluation
  const failures = cases.filter(({ passed, errorCode }) => !passed && errorCode === null).length
  const errors = cases.filter(({ errorCode }) => errorCode !== null).length
  const counts = { tests: cases.length, failures, errors, skipped: 0, time: seconds.toFixed(3) }
  const isRepeated = cases.some(({ repeat }) => repeat > 1)
  const lines = cases.map((one) => {
    const name = isRepeated ? `${one.question} (answer ${one.repeat})` : one.question
    const time = ((one.totalMs ?? 0) / 1000).toFixed(3)
    const open = `    <testcase ${attributes({ classname: `${agent}.${test}`, name, time })}`
    if (one.passed) return `${open}/>`
    const kind = one.errorCode === null ? 'failure' : 'error'
    const message = problemsOf(one).join('\n')
    return `${open}>\n      <${kind} ${attributes({ message })}>${xml(one.answer)}</${kind}>\n    </testcase>`
  })
  const suite = attributes({ name: `${test}, version ${version} of ${agent}`, ...counts })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: 'Parlance', ...counts })}>`,
    `  <testsuite ${suite}>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** Returns a run with its answers as JSON. */
export const json = (evaluation: Evaluation, cases: readonly EvaluatedCase[]): string =>
  `${JSON.stringify({ ...evaluation, cases: cases.map((one) => ({ ...one, problems: problemsOf(one) })) }, null, 2)}\n`

const attributes = (given: Record<string, string | number>): string =>
  Object.entries(given)
    .map(([name, value]) => `${name}="${xml(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for XML, without the characters that XML can't contain. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
