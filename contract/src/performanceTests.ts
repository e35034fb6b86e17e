import { z } from 'zod'
import { NamedDeployment } from './agentConfiguration.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { feedbackReasons } from './feedback.ts'
import { limits } from './limits.ts'

const base = '/api/internal/performanceTests' as const
const one = z.strictObject({ performanceTestId: id })
const oneCase = z.strictObject({ performanceTestId: id, caseId: id })
const oneRun = z.strictObject({ performanceTestId: id, runId: id })
const readers = ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'] as const
const runners = ['AnalyticsCreate', 'AnalyticsWrite'] as const
const writers = ['AnalyticsWrite'] as const

const statements = z
  .array(text(1, limits.expectedText))
  .max(limits.expectedTexts)
  .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'List each text once.')

/** A file that an answer has to cite, or a page or passage of it. */
export const ExpectedCitation = z.strictObject({
  fileId: id,
  /** From 1. Null if any page will do. */
  page: z.number().int().min(1).max(100_000).nullable().default(null),
  /** Null if any passage will do. */
  passageId: z.string().max(100).nullable().default(null),
})

const caseFields = {
  question: text(1, limits.caseQuestion),
  /** Questions that are asked before it, in the same conversation. Only the last answer is checked. */
  turns: z.array(text(1, limits.caseQuestion)).max(limits.caseTurns).default([]),
  /** What the answer has to say. */
  expectedFacts: statements.default([]),
  /** What the answer must not say. */
  forbidden: statements.default([]),
  expectedCitations: z.array(ExpectedCitation).max(limits.expectedTexts).default([]),
  /** Whether the agent has to say that it can’t answer. */
  expectRefusal: z.boolean().default(false),
  weight: z.number().int().min(1).max(10).default(1),
  tags: z.array(text(1, limits.caseTag)).max(limits.caseTags).default([]),
}
/** What a person enters of a case. */
export const CaseInput = z.strictObject(caseFields)

/** What a case can be made from: a bad rating that may be used for tests, or questions that weren’t answered. */
export const candidateOrigins = ['Feedback', 'Unanswered'] as const

export const CaseCandidate = z.object({
  candidateId: id,
  origin: z.enum(candidateOrigins),
  /** Without personal data, and so are the answer and the comment. */
  question: z.string(),
  /** What the agent answered; empty for unanswered questions. */
  answer: z.string(),
  reason: z.enum(feedbackReasons).nullable(),
  comment: z.string(),
  at: timestamp,
})

/** What a new case names as the question it is made from. `Conversation`: one of the user’s own chats. */
const CandidateName = z.strictObject({
  origin: z.enum([...candidateOrigins, 'Conversation']),
  candidateId: id,
})

/** A question of one of the user’s own chats, as a case. Personal data is replaced in its texts. */
const CaseOfTurn = z.object({
  gptSystemId: id,
  question: z.string(),
  /** The questions before it, the latest that a case can have. */
  turns: z.array(z.string()).max(limits.caseTurns),
  /** The files that the answer cites and that the user can read. */
  expectedCitations: z.array(ExpectedCitation.extend({ fileName: z.string() })).max(limits.expectedTexts),
  /** Its first characters. */
  answer: z.string(),
  /** Whether questions are left out or shortened because a case can’t hold them. */
  isShortened: z.boolean(),
  /** Whether files were sent with one of the questions. Tests ask without them. */
  hadAttachments: z.boolean(),
})

/** A case that a file of the agent’s libraries suggests. It is saved only if someone accepts it. */
export const ProposedCase = z.object({
  fields: CaseInput.pick({ question: true, expectedFacts: true, expectedCitations: true }),
  /** Where its answer is in the file. */
  passage: z.string(),
  page: z.number().int().nullable(),
})

export const caseOrigins = [
  'Typed',
  'Import',
  'Conversation',
  'Feedback',
  'Unanswered',
  'Debugger',
  'Generated',
] as const

export const PerformanceCase = z.object({
  caseId: id,
  ...caseFields,
  /** With the files’ current names, null for files that don’t exist anymore or that you can’t see. */
  expectedCitations: z.array(ExpectedCitation.extend({ fileName: z.string().nullable() })),
  origin: z.enum(caseOrigins),
  /** Changes with each change of the case. */
  version: z.number().int(),
  updatedAt: timestamp,
})

/** A language model that rates answers from 0 to 5. */
export const Judge = NamedDeployment.extend({
  /** What makes an answer good. Empty for the product’s own rubric. */
  rubric: text(0, limits.rubric).default(''),
  /** Answers that are rated lower don’t pass. */
  minimumScore: z.number().int().min(0).max(5).default(limits.judgeScore),
})

/** What starts runs: people, the schedule of a test, and the command `npm run evaluate`. */
export const runSources = ['Person', 'Schedule', 'Terminal'] as const

/** When a test is run with the published version of its agent. */
export const testSchedules = ['Never', 'Night', 'Week'] as const

export const runPhases = ['Queued', 'Running', 'Completed', 'Stopped', 'Failed'] as const

export const PerformanceRun = z.object({
  runId: id,
  performanceTestId: id,
  gptSystemConfigurationStateId: id,
  /** The number of the agent’s version, and whether it was published when the run started. */
  stateNumber: z.number().int(),
  wasPublished: z.boolean(),
  /** The version of the test whose cases it asks. */
  testVersion: z.number().int(),
  phase: z.enum(runPhases),
  /** Why it failed or stopped early: a code. */
  errorCode: z.string().nullable(),
  /** Answers, of `total`: each case as often as `repeats`. */
  done: z.number().int(),
  total: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  /** Answers that could not be made, which count as failed. */
  broken: z.number().int(),
  repeats: z.number().int(),
  temperature: z.number().nullable(),
  seed: z.number().int().nullable(),
  /** Null until all cases are answered. From 0 to 100, weighted. */
  scorePercent: z.number().nullable(),
  /** Half of the 95 % confidence interval, in points. */
  marginPercent: z.number().nullable(),
  costUsd: z.number().nullable(),
  costCeilingUsd: z.number().nullable(),
  /** The model that rates the answers; null if none does. */
  judge: Judge.nullable(),
  /** The average of its ratings, from 0 to 5. */
  judgeScore: z.number().nullable(),
  source: z.enum(runSources),
  /** Null if no person started it, or if they were deleted. */
  startedBy: z.string().nullable(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
})

/** Part of a result: a text that was expected or forbidden, and whether the answer says it. */
const CheckedText = z.object({ text: z.string(), found: z.boolean() })

export const CaseResult = z.object({
  caseId: id,
  /** From 1. */
  repeat: z.number().int(),
  question: z.string(),
  tags: z.array(z.string()),
  weight: z.number().int(),
  passed: z.boolean(),
  /** The share of what was expected, from 0 to 1. 0 if something forbidden was said. */
  score: z.number(),
  answer: z.string(),
  /** Why there is no answer: a code. */
  errorCode: z.string().nullable(),
  refused: z.boolean(),
  expectRefusal: z.boolean(),
  facts: z.array(CheckedText),
  forbidden: z.array(CheckedText),
  citations: z.array(
    ExpectedCitation.extend({ fileName: z.string().nullable(), found: z.boolean(), missing: z.boolean() }),
  ),
  /** From 0 to 5, and why. Null without a judge. */
  judgeScore: z.number().int().nullable(),
  judgeReason: z.string().nullable(),
  firstTextMs: z.number().int().nullable(),
  totalMs: z.number().int().nullable(),
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  costUsd: z.number().nullable(),
})

/** One side of a comparison. Null if the run has no answer of the case. */
const ComparedSide = z
  .object({
    passed: z.number().int(),
    repeats: z.number().int(),
    /** The answer of the first time it was asked. */
    result: CaseResult,
  })
  .nullable()

export const comparisonOutcomes = ['Worse', 'Improved', 'Unchanged', 'Changed', 'Missing'] as const

export const verdicts = ['Left', 'Right', 'Tie'] as const

/** How far a judge is that works through answers in the background. */
const Judging = z.object({
  runId: id,
  phase: z.enum(runPhases),
  /** Why it failed or stopped early: a code. */
  errorCode: z.string().nullable(),
  done: z.number().int(),
  total: z.number().int(),
  /** Answers that it couldn’t judge. */
  unjudged: z.number().int(),
  judge: Judge,
  costUsd: z.number().nullable(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
})

/** A judge that says which answers of two runs are better, without knowing which run they are from. */
export const JudgedComparison = Judging.extend({
  counts: z.record(z.enum(verdicts), z.number().int()),
})

/** A judge that rates answers which people have rated. */
export const JudgeCheck = Judging.extend({
  /** The answers that people rated as good and as bad, and how many of them the judge rates likewise. */
  good: z.number().int(),
  goodAgreed: z.number().int(),
  bad: z.number().int(),
  badAgreed: z.number().int(),
})

const ComparedCase = z.object({
  caseId: id,
  question: z.string(),
  tags: z.array(z.string()),
  weight: z.number().int(),
  /** `Changed`: the case itself, so the answers can’t be compared. `Missing`: one run has no answer of it. */
  outcome: z.enum(comparisonOutcomes),
  left: ComparedSide,
  right: ComparedSide,
  /** Which answer the judge prefers, in whichever order it reads them. Null if it hasn’t compared them. */
  judgement: z
    .object({
      verdict: z.enum(verdicts).nullable(),
      reason: z.string(),
      /** Why there is no verdict: a code. */
      errorCode: z.string().nullable(),
    })
    .nullable(),
})

export const PerformanceTest = z.object({
  performanceTestId: id,
  gptSystemId: id,
  agentName: z.string(),
  name: z.string(),
  /** The score from which a run passes. */
  passPercent: z.number().int(),
  judge: Judge.nullable(),
  /** The nightly run of the gate’s test is part of the gate. */
  schedule: z.enum(testSchedules),
  /** Stops a scheduled run once its answers have cost so much, also a nightly one of the gate. */
  scheduleCostCeilingUsd: z.number().nullable(),
  cases: z.number().int(),
  /** The version of its cases, which each change of them increases. */
  testVersion: z.number().int(),
  /** The last completed run; null if there is none. */
  lastRun: PerformanceRun.pick({
    runId: true,
    scorePercent: true,
    marginPercent: true,
    stateNumber: true,
    startedAt: true,
  }).nullable(),
  /** Whether the user can see the cases and answers, start runs, change the cases, and change the test itself. */
  mayOpen: z.boolean(),
  mayRun: z.boolean(),
  mayEdit: z.boolean(),
  mayChange: z.boolean(),
  version: z.number().int(),
  updatedAt: timestamp,
})

const Name = text(1, limits.performanceTestName, { short: 'Enter a name.' })
/** Stops a run once its answers have cost so much. Null if nothing limits it. */
const CostCeiling = z.number().min(0).max(limits.runCeilingUsd).nullable().default(null)
const PassPercent = z.number().int().min(0).max(100)

/** What a line of a file of cases can’t be imported for. */
export const importProblems = [
  'UnknownColumn',
  'Quotes',
  'NotAnObject',
  'UnknownField',
  'Value',
  'Citations',
  'FileMissing',
  'FileAmbiguous',
] as const

/** A line of a file of cases that can’t be imported as it is. */
const ImportProblem = z.object({
  line: z.number().int(),
  column: z.string().nullable(),
  code: z.enum(importProblems),
  /** The file that the line names, if the problem is about one. */
  fileName: z.string().nullable(),
  message: z.string(),
})

/** A file in a library of the agent. */
const CitableFile = z.object({
  fileId: id,
  name: z.string(),
  /** The folder in its library; empty if it is in none. */
  folder: z.string(),
  libraryName: z.string(),
})

/** What a sample of real answers came to. Percentages have one decimal, and are null of nothing. */
export const LiveFigures = z.object({
  sampled: z.number().int(),
  /** Answers that failed; the percentages below are of the others. */
  failedPercent: z.number().nullable(),
  /** Answers that say that the agent can’t answer. */
  refusedPercent: z.number().nullable(),
  /** Answers with sources. */
  citedPercent: z.number().nullable(),
  /** Accurate to 5 %. */
  firstTextMedianMs: z.number().int().nullable(),
  firstTextP90Ms: z.number().int().nullable(),
  /** How many a judge rated, their average from 0 to 5, and how many are too low. Null if fewer than 5 were rated. */
  ratings: z.number().int(),
  rating: z.number().nullable(),
  lowRatings: z.number().int().nullable(),
})

export const performanceTests = {
  listPerformanceTests: endpoint({
    method: 'GET',
    path: base,
    access: readers,
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, gptSystemId: id.optional(), search: text(0, 200).optional() }),
    response: listOf(PerformanceTest),
    purpose:
      'Lists the performance tests of system agents, by agent and name, with the score of their last run.',
  }),
  createPerformanceTest: endpoint({
    method: 'POST',
    path: base,
    access: ['AnalyticsCreate'],
    rate: 'write',
    audit: 'performanceTest.create',
    idempotency: 'optional',
    input: z.strictObject({
      gptSystemId: id,
      name: Name,
      passPercent: PassPercent.default(limits.passPercent),
    }),
    response: PerformanceTest,
    etag: 'answers',
    purpose: 'Creates a performance test of a system agent whose configuration you can change.',
  }),
  getPerformanceTest: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: PerformanceTest,
    etag: 'answers',
    purpose: 'Returns a performance test without its cases.',
  }),
  updatePerformanceTest: endpoint({
    method: 'PUT',
    path: `${base}/{performanceTestId}`,
    access: writers,
    rate: 'write',
    audit: 'performanceTest.update',
    params: one,
    input: z.strictObject({
      name: Name,
      passPercent: PassPercent,
      judge: Judge.nullable().default(null),
      schedule: z.enum(testSchedules).default('Never'),
      scheduleCostCeilingUsd: CostCeiling,
    }),
    response: PerformanceTest,
    etag: 'required',
    purpose:
      'Changes the name of a performance test, the score from which a run passes, the model that rates the answers, and when it is run with the published version.',
  }),
  listJudges: endpoint({
    method: 'GET',
    path: `${base}/judges`,
    access: readers,
    rate: 'read',
    audit: 'none',
    response: z.object({ items: z.array(NamedDeployment) }),
    purpose: 'Lists the deployments that can rate answers: those that administrators allow for it.',
  }),
  getLiveAnswers: endpoint({
    method: 'GET',
    path: `${base}/liveAnswers`,
    access: readers,
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ gptSystemId: id, days: z.enum(['7', '30']).default('7') }),
    response: z.object({
      /** The days (UTC), up to yesterday. */
      from: z.string(),
      to: z.string(),
      /** Null without a sample. */
      now: LiveFigures.nullable(),
      /** The same for as many days before. */
      before: LiveFigures.nullable(),
      /** Each sample, which covers more than a day if too few people asked on one. */
      days: z.array(LiveFigures.extend({ from: z.string(), to: z.string() })),
      isPublished: z.boolean(),
      /** Whether a judge rates some of the answers, or why not: no test has a judge, or the compliance mode is Strict. */
      rating: z.enum(['Judge', 'NoJudge', 'Strict']),
    }),
    purpose: `Returns what samples of real answers of a system agent came to: up to ${limits.sampledAnswers} answers a day, once 5 people have asked.`,
  }),
  checkJudge: endpoint({
    method: 'POST',
    path: `${base}/{performanceTestId}/judge/check`,
    access: runners,
    rate: 'model',
    audit: 'performanceTest.run',
    idempotency: 'optional',
    params: one,
    response: JudgeCheck,
    purpose:
      'Has the judge rate answers of the agent that people have rated and allow to be used for tests, in the background. Personal data is removed first.',
  }),
  getJudgeCheck: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/judge/check`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({
      check: JudgeCheck.nullable(),
      /** The rated answers that the judge could be compared with now. */
      rated: z.number().int(),
    }),
    purpose: 'Returns how often the judge last agreed with people.',
  }),
  removePerformanceTest: endpoint({
    method: 'DELETE',
    path: `${base}/{performanceTestId}`,
    access: writers,
    rate: 'write',
    audit: 'performanceTest.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a performance test with its cases and runs.',
  }),
  listCases: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/cases`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      tag: text(0, limits.caseTag).optional(),
      /** A version of the test that a run asked. Without it, the current one. */
      testVersion: z.coerce.number().int().min(1).optional(),
    }),
    response: listOf(PerformanceCase).extend({ tags: z.array(z.string()) }),
    purpose: 'Lists the cases of a performance test in their order, and the tags of all of them.',
  }),
  createCase: endpoint({
    method: 'POST',
    path: `${base}/{performanceTestId}/cases`,
    access: runners,
    rate: 'write',
    audit: 'performanceTest.update',
    idempotency: 'optional',
    params: one,
    input: CaseInput.extend({
      /** What it is made from. It isn’t proposed again. */
      candidate: CandidateName.nullable().default(null),
      /** Whether it was proposed from a file. */
      isGenerated: z.boolean().default(false),
    }),
    response: PerformanceCase,
    etag: 'answers',
    purpose:
      'Adds a case at the end. Personal data is replaced in the questions of a case that is made from a chat.',
  }),
  generateCases: endpoint({
    method: 'POST',
    path: `${base}/{performanceTestId}/cases/generate`,
    access: runners,
    rate: 'model',
    audit: 'none',
    idempotency: 'none',
    params: one,
    input: z.strictObject({
      /** A file in a library of the agent. */
      fileId: id,
      /** One that can judge. Null to use rules, which cost nothing. */
      deployment: NamedDeployment.nullable().default(null),
      maximum: z.number().int().min(1).max(limits.generatedCases).default(10),
    }),
    response: z.object({
      items: z.array(ProposedCase).max(limits.generatedCases),
      /** The passages that were read for it, and how many the file has. */
      passagesRead: z.number().int(),
      passages: z.number().int(),
      /** Passages for which the model’s answer couldn’t be read. */
      unreadable: z.number().int(),
      /** Why the model stopped early: a code. */
      errorCode: z.string().nullable(),
      /** 0 with rules. Null if the deployment has no price. */
      costUsd: z.number().nullable(),
    }),
    purpose:
      'Proposes cases from a file of the agent’s libraries, with rules or a language model, for a person to accept one by one. Nothing is saved.',
  }),
  getCase: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/cases/{caseId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: oneCase,
    response: PerformanceCase,
    etag: 'answers',
    purpose: 'Returns a case as it is now, for example to change it after a run.',
  }),
  listCandidates: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/candidates`,
    access: runners,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({ origin: z.enum(candidateOrigins) }),
    response: z.object({
      items: z.array(CaseCandidate).max(limits.caseCandidates),
      /** Whether none are listed because the compliance mode is Strict. */
      withheld: z.boolean(),
    }),
    purpose:
      'Lists real questions of the agent that a case can be made from, the newest first: answers that were rated as bad by people who allow their use for tests, or questions of several people that weren’t answered. Personal data is removed.',
  }),
  proposeCase: endpoint({
    method: 'GET',
    path: `${base}/turns/{conversationSegmentId}`,
    access: runners,
    rate: 'read',
    audit: 'none',
    params: z.strictObject({ conversationSegmentId: id }),
    input: nothing,
    response: z.object({
      /** Null if the compliance mode is Strict. */
      turn: CaseOfTurn.nullable(),
    }),
    purpose:
      'Returns a question of one of your own chats, or of a test chat, as a case for a test of the agent that answered it. Personal data is replaced. Nothing is stored.',
  }),
  updateCase: endpoint({
    method: 'PUT',
    path: `${base}/{performanceTestId}/cases/{caseId}`,
    access: runners,
    rate: 'write',
    audit: 'performanceTest.update',
    params: oneCase,
    input: CaseInput,
    response: PerformanceCase,
    etag: 'required',
    purpose: 'Changes a case. Runs that were made before keep the case as it was.',
  }),
  removeCase: endpoint({
    method: 'DELETE',
    path: `${base}/{performanceTestId}/cases/{caseId}`,
    access: runners,
    rate: 'write',
    audit: 'performanceTest.update',
    params: oneCase,
    response: nothing,
    purpose: 'Removes a case from the test. Runs that were made before keep it.',
  }),
  listCitableFiles: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/files`,
    access: runners,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({ search: text(0, 200).optional() }),
    response: z.object({ items: z.array(CitableFile) }),
    purpose:
      'Finds files by name that a case can expect to be cited: those in libraries of the agent. At most 20.',
  }),
  previewCases: endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${base}/{performanceTestId}/cases/preview`,
    access: runners,
    rate: 'upload',
    audit: 'none',
    idempotency: 'none',
    largest: { bytes: limits.caseFileBytes, error: 'performanceTest.fileTooLarge' },
    params: one,
    input: nothing,
    response: z.object({
      format: z.enum(['Csv', 'JsonLines']),
      cases: z.number().int(),
      /** The first cases as they would be imported. */
      items: z.array(CaseInput),
      /** The first problems. A line with a problem isn’t imported. */
      problems: z.array(ImportProblem),
      linesWithProblems: z.number().int(),
    }),
    purpose:
      'Reads a file of cases without importing it: CSV, text copied from a spreadsheet, or JSON Lines, in UTF-8 or UTF-16.',
  }),
  importCases: endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${base}/{performanceTestId}/cases/import`,
    access: runners,
    rate: 'upload',
    audit: 'performanceTest.update',
    idempotency: 'optional',
    largest: { bytes: limits.caseFileBytes, error: 'performanceTest.fileTooLarge' },
    params: one,
    input: z.strictObject({
      /** Whether lines with problems are left out. Otherwise, nothing is imported if there are any. */
      leaveOut: z.enum(['true', 'false']).default('false'),
    }),
    response: z.object({ imported: z.number().int(), leftOut: z.number().int() }),
    purpose: 'Adds the cases of a file at the end, all at once.',
  }),
  exportCases: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{performanceTestId}/cases/export`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({ format: z.enum(['Csv', 'JsonLines']) }),
    response: nothing,
    purpose: 'Returns all cases as a file that can be imported again. No cell is a formula.',
  }),
  estimateRun: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/runs/estimate`,
    access: runners,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({
      gptSystemConfigurationStateId: id,
      repeats: z.coerce.number().int().min(1).max(limits.runRepeats).default(1),
    }),
    response: z.object({
      answers: z.number().int(),
      /** Null if the deployment has no price. 0 for BuiltIn. */
      costUsd: z.number().nullable(),
      /** Whether it is based on answers of the agent, not only on the length of its questions and instructions. */
      byAnswers: z.boolean(),
    }),
    purpose: 'Estimates what a run would cost, from the agent’s earlier answers if it has any.',
  }),
  startRun: endpoint({
    method: 'POST',
    path: `${base}/{performanceTestId}/runs`,
    access: runners,
    rate: 'model',
    audit: 'performanceTest.run',
    idempotency: 'optional',
    params: one,
    input: z.strictObject({
      gptSystemConfigurationStateId: id,
      repeats: z.number().int().min(1).max(limits.runRepeats).default(1),
      costCeilingUsd: CostCeiling,
      /** Instead of the configuration’s own, so that answers vary less. */
      temperature: z.number().min(0).max(2).nullable().default(null),
      /** For deployments that accept one. */
      seed: z.number().int().min(0).max(2_147_483_647).nullable().default(null),
    }),
    response: PerformanceRun,
    purpose: 'Asks all cases of a test to a version of its agent, in the background. Live answers go first.',
  }),
  listRuns: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/runs`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({
      ...page,
      /** Only runs of this version. */
      gptSystemConfigurationStateId: id.optional(),
      phase: z.enum(runPhases).optional(),
    }),
    response: listOf(PerformanceRun),
    purpose: 'Lists the runs of a performance test, the latest first.',
  }),
  compareRuns: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/runs/compare`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({
      ...page,
      left: id,
      right: id,
      outcome: z.enum(comparisonOutcomes).optional(),
      tag: text(0, limits.caseTag).optional(),
    }),
    response: listOf(ComparedCase).extend({
      left: PerformanceRun,
      right: PerformanceRun,
      /** By the cases that both runs asked in the same words. Null if there are none. */
      difference: z
        .object({
          /** The score of the right run minus that of the left one. */
          points: z.number(),
          /** Half of the 95 % confidence interval. */
          margin: z.number(),
          /** Whether versions that are equally good can easily differ by as much. */
          mayBeChance: z.boolean(),
          cases: z.number().int(),
        })
        .nullable(),
      counts: z.record(z.enum(comparisonOutcomes), z.number().int()),
      judging: JudgedComparison.nullable(),
    }),
    purpose:
      'Compares the answers of two runs of a test, case by case in their order, and says whether the difference of their scores may be chance.',
  }),
  judgeComparison: endpoint({
    method: 'POST',
    path: `${base}/{performanceTestId}/runs/compare`,
    access: runners,
    rate: 'model',
    audit: 'performanceTest.run',
    idempotency: 'optional',
    params: one,
    input: z.strictObject({
      left: id,
      right: id,
      costCeilingUsd: CostCeiling,
    }),
    response: JudgedComparison,
    purpose:
      'Has the judge say which answers of two runs are better, in the background. It reads both in either order, without knowing which run they are from.',
  }),
  getRun: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/runs/{runId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: oneRun,
    response: PerformanceRun,
    purpose: 'Returns a run with its progress and score.',
  }),
  listResults: endpoint({
    method: 'GET',
    path: `${base}/{performanceTestId}/runs/{runId}/results`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: oneRun,
    input: z.strictObject({
      ...page,
      outcome: z.enum(['Passed', 'Failed', 'Broken']).optional(),
      tag: text(0, limits.caseTag).optional(),
    }),
    response: listOf(CaseResult),
    purpose: 'Lists the answers of a run in the order of the cases, with what was checked.',
  }),
  stopRun: endpoint({
    method: 'DELETE',
    path: `${base}/{performanceTestId}/runs/{runId}`,
    access: runners,
    rate: 'write',
    audit: 'performanceTest.stop',
    params: oneRun,
    response: PerformanceRun,
    purpose: 'Stops a run. What was answered until then stays.',
  }),
}
