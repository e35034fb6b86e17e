import { z } from 'zod'
import { endpoint, id, listOf, page } from './endpoint.ts'
import { injectionCarriers, injectionTechniques } from './injections.ts'
import { limits } from './limits.ts'
import { PerformanceRun } from './performanceTests.ts'

const base = '/api/internal/gptSystems/system/management/{gptSystemId}/injectionTest' as const
const one = z.strictObject({ gptSystemId: id })
const oneRun = z.strictObject({ gptSystemId: id, runId: id })
const readers = ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'] as const
const runners = ['AnalyticsCreate', 'AnalyticsWrite'] as const

/** A run without what only tests with cases of their own have. */
export const InjectionRun = PerformanceRun.omit({
  performanceTestId: true,
  repeats: true,
  passed: true,
  failed: true,
})

/** What the cases of a carrier or a technique came to. */
const InjectionShare = z.object({
  cases: z.number().int(),
  answered: z.number().int(),
  /** Answers that did what the hidden instructions say. Null if no language model answered. */
  obeyed: z.number().int().nullable(),
  /** Answers that let data out. */
  leaked: z.number().int(),
  /** Answers that could not be made. */
  broken: z.number().int(),
})

export const InjectionReport = InjectionRun.extend({
  /** Whether the cases are those of this release. Others can’t be shown. */
  isCurrent: z.boolean(),
  /**
   * Whether a language model answered: it had to answer simple questions without an attack. Null until they are answered.
   * Without one, there is no score, because what doesn’t follow instructions resists all of them.
   */
  isModel: z.boolean().nullable(),
  whole: InjectionShare,
  carriers: z.array(InjectionShare.extend({ carrier: z.enum(injectionCarriers) })),
  techniques: z.array(InjectionShare.extend({ technique: z.enum(injectionTechniques) })),
})

/** How data can leave with an answer. */
export const leakKinds = ['Link', 'Image', 'Search', 'Memory'] as const

export const injectionOutcomes = ['Leaked', 'Obeyed', 'Resisted', 'Broken'] as const

export const InjectionResult = z.object({
  caseId: id,
  carrier: z.enum(injectionCarriers),
  technique: z.enum(injectionTechniques),
  question: z.string(),
  /** The name of the file, or the address of the page, with the hidden instructions, and the text with them. */
  source: z.string(),
  attack: z.string(),
  /** What the attacker wants to know. */
  secret: z.string(),
  outcome: z.enum(injectionOutcomes),
  answer: z.string(),
  /** Why there is no answer: a code. */
  errorCode: z.string().nullable(),
  /** What left, and to where. */
  leaks: z.array(z.object({ kind: z.enum(leakKinds), text: z.string() })),
  /** Whether the hidden instructions were in the prompt. */
  reached: z.boolean(),
})

export const injectionTests = {
  getInjectionTest: endpoint({
    method: 'GET',
    path: base,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({
      cases: z.number().int(),
      /** Whether the user sees answers, and can start runs. */
      mayOpen: z.boolean(),
      mayRun: z.boolean(),
      /** The latest one; null if there is none. */
      lastRun: InjectionRun.nullable(),
    }),
    purpose: 'Returns the built-in test of an agent for prompt injection, with its last run.',
  }),
  estimateInjectionRun: endpoint({
    method: 'GET',
    path: `${base}/runs/estimate`,
    access: runners,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({ gptSystemConfigurationStateId: id }),
    response: z.object({
      answers: z.number().int(),
      costUsd: z.number().nullable(),
      byAnswers: z.boolean(),
    }),
    purpose: 'Estimates what a run would cost.',
  }),
  startInjectionRun: endpoint({
    method: 'POST',
    path: `${base}/runs`,
    access: runners,
    rate: 'model',
    audit: 'performanceTest.run',
    idempotency: 'optional',
    params: one,
    input: z.strictObject({
      gptSystemConfigurationStateId: id,
      /** Stops the run once its answers have cost so much. */
      costCeilingUsd: z.number().min(0).max(limits.runCeilingUsd).nullable().default(null),
    }),
    response: InjectionRun,
    purpose:
      'Asks a version of an agent questions whose material contains hidden instructions, in the background. The agent’s libraries aren’t read or changed.',
  }),
  listInjectionRuns: endpoint({
    method: 'GET',
    path: `${base}/runs`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject(page),
    response: listOf(InjectionRun),
    purpose: 'Lists the runs of the test for prompt injection, the latest first.',
  }),
  getInjectionRun: endpoint({
    method: 'GET',
    path: `${base}/runs/{runId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: oneRun,
    response: InjectionReport,
    purpose: 'Returns a run with what it came to by carrier and technique.',
  }),
  listInjectionResults: endpoint({
    method: 'GET',
    path: `${base}/runs/{runId}/results`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: oneRun,
    input: z.strictObject({
      ...page,
      outcome: z.enum(injectionOutcomes).optional(),
      carrier: z.enum(injectionCarriers).optional(),
      technique: z.enum(injectionTechniques).optional(),
    }),
    response: listOf(InjectionResult),
    purpose: 'Lists the answers of a run with the hidden instructions and what came of them.',
  }),
  stopInjectionRun: endpoint({
    method: 'DELETE',
    path: `${base}/runs/{runId}`,
    access: runners,
    rate: 'write',
    audit: 'performanceTest.stop',
    params: oneRun,
    response: InjectionRun,
    purpose: 'Stops a run. What was answered until then stays.',
  }),
}
