import { limits } from '@parlance/contract/limits'
import type { performanceTests } from '@parlance/contract/performanceTests'
import type { Engines } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { TestAnswers } from '../../conversations/index.ts'
import type { Knowledge } from '../../knowledge/index.ts'
import { listCitable } from '../cases/casesStore.ts'
import { findCountedState } from '../judging/judgingStore.ts'
import { findWritable } from '../store.ts'
import { createModelGenerating } from './byModel.ts'
import { generateByRules } from './byRules.ts'
import type { Asked, Generation } from './generated.ts'

import { type ReadFile, readSpread } from './reading.ts'
import { normalized } from './rules/questions.ts'
import { listQuestions } from './store.ts'

type Group = typeof performanceTests

const RULES_MS = 20_000
/** Calls of a model take seconds each. */
const MODEL_MS = 100_000

interface Needs {
  engines: Engines
  answers: Pick<TestAnswers, 'askModel'>
  knowledge: Pick<Knowledge, 'reading'>
}

/** The call that proposes cases from a file. */
export function createGeneratingService(
  { database }: Pick<Platform, 'database'>,
  { engines, answers, knowledge }: Needs,
) {
  const { db } = database
  const generateByModel = createModelGenerating(engines, answers)

  return {
    async generateCases({ actor, params, input, signal: left }: Call<Group['generateCases']>) {
      const { fileId, deployment, maximum: most } = input
      const test = await findWritable(db, actor, params.performanceTestId)
      if (!test) throw new AppError('performanceTest.notFound')
      const citable = await listCitable(db, actor, test.gptSystemId, [fileId])
      const named = citable.find((one) => one.fileId === fileId)
      if (!named) throw new AppError('performanceCase.file')
      const file = await readSpread(knowledge, fileId)
      const questions = await listQuestions(db, actor, test.performanceTestId)
      const asked = { file, known: new Set(questions.map(normalized)), most }
      if (!deployment) return shown(fileId, file, await inTime(asked, left))
      const counted = await findCountedState(db, actor, test.gptSystemId)
      if (!counted) throw new AppError('agent.stateNotFound')
      const by = { actor, stateId: counted.stateId, deployment, fileName: named.name }
      return shown(fileId, file, await generateByModel(by, asked, left, AbortSignal.timeout(MODEL_MS)))
    },
  }
}

async function inTime(asked: Asked, left: AbortSignal): Promise<Generation> {
  const limit = AbortSignal.timeout(RULES_MS)
  try {
    return await generateByRules(asked, AbortSignal.any([left, limit]))
  } catch (cause) {
    if (limit.aborted) throw new AppError('performanceCase.time', { cause })
    throw cause
  }
}

function shown(fileId: string, { passages, total }: ReadFile, { found, cost, ...generation }: Generation) {
  const items = found.map(({ question, facts, at }) => {
    const { text, page } = passages[at]!
    return {
      fields: {
        question,
        expectedFacts: facts.slice(0, limits.expectedTexts),
        // Passages get new IDs when the file is indexed again, pages don't.
        expectedCitations: [{ fileId, page, passageId: null }],
      },
      passage: text.slice(0, limits.generatedPassage).toWellFormed(),
      page,
    }
  })
  return { items, ...generation, passages: total, costUsd: cost === null ? null : cost / 1_000_000 }
}
