/**
 * Runs a performance test of an agent: `npm run evaluate -- --agent "Travel desk"`. Reads the same settings as the
 * server, which can be running or stopped. Exits 0 if the score is reached, 1 if it isn't, and 2 if there is no score.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadEnvironment } from '../server/src/config/environment.ts'
import {
  type Evaluation,
  EvaluationError,
  type EvaluationOptions,
  evaluate,
  json,
  junit,
} from '../server/src/features/performanceTests/terminal.ts'
import { runTool } from '../server/src/platform/backup/tool.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import { withInstance } from '../server/src/withInstance.ts'

const NO_SCORE = 2
const USAGE = `npm run evaluate -- --agent NAME [--test NAME] [--version published|draft|NUMBER] [--minimum PERCENT]
  [--repeats 1-10] [--max-cost DOLLARS] [--junit FILE] [--json FILE]

  --agent     the name or ID of a system agent
  --test      the name or ID of its test; without it, the test that its gate uses, or its only one
  --version   the version to test; without it, the published one
  --minimum   the score to reach; without it, what the gate asks for, or else the pass mark of the test
  --repeats   how many answers each case gets
  --max-cost  the run stops when its answers have cost so much
  --junit, --json  write the results to a file`

runTool(async (say, warn) => {
  // Until it is clear that there is a score.
  process.exitCode = NO_SCORE
  const given = readArguments()
  if (given === 'help') {
    process.exitCode = 0
    return say(USAGE)
  }
  loadEnvironment(warn)
  const { options, junitFile, jsonFile } = given
  const { evaluation, cases } = await withInstance(process.env, createLog('ERROR'), (instance) =>
    evaluate(instance, options, say),
  )
  if (junitFile) writeFileSync(junitFile, junit(evaluation, cases))
  if (jsonFile) writeFileSync(jsonFile, json(evaluation, cases))
  say(verdictOf(evaluation))
  if (evaluation.score !== null) process.exitCode = evaluation.passed ? 0 : 1
}, NO_SCORE)

function readArguments() {
  const text = { type: 'string' } as const
  let values: Record<string, string | boolean | undefined>
  try {
    const names = ['agent', 'test', 'version', 'minimum', 'repeats', 'max-cost', 'junit', 'json']
    const options = {
      ...Object.fromEntries(names.map((name) => [name, text])),
      help: { type: 'boolean' } as const,
    }
    values = parseArgs({ options }).values
  } catch (cause) {
    throw new EvaluationError(`${(cause as Error).message}\n\n${USAGE}`)
  }
  if (values.help) return 'help' as const
  const given = (name: string) => (typeof values[name] === 'string' ? values[name] : null)
  const agent = given('agent')
  if (!agent) throw new EvaluationError(`Name an agent.\n\n${USAGE}`)
  const options: EvaluationOptions = {
    agent,
    test: given('test'),
    version: versionIn(given('version') ?? 'published'),
    minimum: numberIn('minimum', given('minimum'), 0, 100),
    repeats: numberIn('repeats', given('repeats'), 1, 10, true) ?? 1,
    costCeilingUsd: numberIn('max-cost', given('max-cost'), 0, 100_000),
  }
  return { options, junitFile: given('junit'), jsonFile: given('json') }
}

function versionIn(text: string): EvaluationOptions['version'] {
  if (text === 'published' || text === 'draft') return text
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new EvaluationError('--version is published, draft, or the number of a version.')
}

function numberIn(
  name: string,
  text: string | null,
  from: number,
  to: number,
  isWhole = false,
): number | null {
  if (text === null) return null
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (number >= from && number <= to && (!isWhole || Number.isInteger(number))) return number
  throw new EvaluationError(`--${name} is a${isWhole ? ' whole' : ''} number from ${from} to ${to}.`)
}

function verdictOf({
  phase,
  errorCode,
  score,
  margin,
  minimum,
  passed,
  criticalFailures,
}: Evaluation): string {
  if (score === null) return `NO SCORE: the run ended as ${phase}${errorCode ? ` (${errorCode})` : ''}.`
  const critical = criticalFailures > 0 ? ` Critical cases that failed: ${criticalFailures}.` : ''
  const reached = `${Math.round(score)} % ± ${Math.round(margin ?? 0)}, minimum ${minimum} %.${critical}`
  return passed ? `PASSED: ${reached}` : `NOT PASSED: ${reached}`
}
