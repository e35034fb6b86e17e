import { z } from 'zod'
import { FileState, FoundPassage } from './dataSources.ts'
import { endpoint, id, text } from './endpoint.ts'
import { limits } from './limits.ts'
import { PerformanceCase } from './performanceTests.ts'

const base = '/api/internal/retrievalDebugger' as const
const passageId = z.string().regex(/^\d{1,18}$/)

/** The steps of a search, in their order. */
export const retrievalStages = [
  'Words',
  'Reranked',
  'Meaning',
  'Fused',
  'Varied',
  'Widened',
  'Final',
] as const
const Stage = z.enum(retrievalStages)

/** Where a passage is after a step: its place from 1, and its score there. */
const StageScore = z.object({ stage: Stage, rank: z.number().int(), score: z.number() })

/** Why an expected passage is or isn’t among what was found. */
export const expectedOutcomes = [
  /** It is in the prompt, or without an agent, among the passages returned. */
  'Found',
  /** Its file is in the prompt as a whole. */
  'ReadWhole',
  /** It was found but there was no room for it in the prompt. */
  'NoRoom',
  /** Its score is below the minimum of this call. */
  'BelowMinimum',
  /** Other passages came before it. */
  'Outranked',
  /** It contains none of the question’s words, and meaning didn’t find it. */
  'NoCommonTerm',
  /** Searches don’t see it: its file is being indexed, or was replaced. */
  'NotSearchable',
  'OtherLibrary',
  'OtherFolder',
  /** It doesn’t exist, or one of the two people can’t read it. */
  'NotFound',
] as const

export const passageFates = ['Included', 'Shortened', 'ReadWhole', 'NoRoom'] as const

const ExpectedPassage = z.object({
  passageId: z.string(),
  outcome: z.enum(expectedOutcomes),
  /** Null if it doesn’t exist, or can’t be read. */
  passage: FoundPassage.omit({ score: true }).nullable(),
  fileState: FileState.nullable(),
  /** The question’s words whose terms it contains, and those whose terms it doesn’t. */
  commonWords: z.array(z.string()),
  missingWords: z.array(z.string()),
  /** Whether question and passage are in different scripts, such as Latin and Arabic. */
  otherScript: z.boolean(),
  scores: z.array(StageScore),
  /** The first step that left it out, its score there, and the lowest score that stayed. */
  lost: z.object({ stage: Stage, score: z.number().nullable(), needed: z.number().nullable() }).nullable(),
})

const Steps = z.object({
  /** How many passages were searched, and how many libraries couldn’t be. */
  searched: z.number().int(),
  unsearched: z.number().int(),
  terms: z.array(
    z.object({
      term: z.string(),
      /** As it is written in the question. */
      word: z.string(),
      idf: z.number(),
      /** How many of the passages contain it. */
      passages: z.number().int(),
    }),
  ),
  libraries: z.array(
    z.object({
      dataSourceId: id,
      /** Null if you can’t read the library yourself. */
      name: z.string().nullable(),
      /** Only these folders were searched. Empty for all. */
      folders: z.array(z.string()),
      /** False if the named person can’t see what is in it. */
      isSearched: z.boolean(),
    }),
  ),
  stages: z.array(z.object({ stage: Stage, passages: z.number().int() })),
  /** The first passages of each step, with their places in all of them. */
  candidates: z.array(FoundPassage.omit({ score: true }).extend({ scores: z.array(StageScore) })),
  limit: z.number().int(),
  minimumScore: z.number().nullable(),
  /** What an agent’s model is given with the question as the first of a chat. Null without an agent. */
  prompt: z
    .object({
      /** `Quotes`: the agent quotes passages without a model. `NoSearch`: it searches no files. */
      kind: z.enum(['Model', 'Quotes', 'NoSearch']),
      /** The estimated tokens for everything in the prompt, and those left for tools. Null without a model. */
      roomTokens: z.number().int().nullable(),
      leftTokens: z.number().int().nullable(),
      /** The files that are in it as a whole. */
      files: z.array(z.object({ fileId: id, fileName: z.string() })),
      passages: z.array(z.object({ passageId: z.string(), fate: z.enum(passageFates) })),
    })
    .nullable(),
  expected: ExpectedPassage.nullable(),
})

export const retrievalDebugger = {
  debugRetrieval: endpoint({
    method: 'POST',
    path: base,
    access: [
      'DataSourcesRead',
      'DataSourcesWrite',
      'DataSourcesReadSpecific',
      'DataSourcesWriteSpecific',
      'GptSystemsWrite',
      'GptSystemsWriteSpecific',
    ],
    rate: 'model',
    audit: 'none',
    idempotency: 'none',
    input: z.strictObject({
      question: text(1, limits.question),
      /** The libraries to search. Either these or `stateId`. */
      dataSourceIds: z.array(id).min(1).max(100).optional(),
      /** An agent’s configuration whose libraries and limits apply, as in a chat. */
      stateId: id.optional(),
      limit: z.number().int().min(1).max(50).optional(),
      /** Leaves out passages with a lower score in the result. */
      minimumScore: z.number().min(0).max(1000).optional(),
      /** Whether the graphs of the libraries widen the search. They do by default. With `stateId`, its links decide. */
      useGraph: z.boolean().optional(),
      /** Finds only what this person could see cited too. Requires permission to read users. */
      asUserId: id.optional(),
      /** Explains why this passage was or wasn’t found. */
      expectedPassageId: passageId.optional(),
      /** Returns all steps of the search. */
      withSteps: z.boolean().optional(),
    }),
    response: z.object({
      /** The search terms, after analysis. */
      terms: z.array(z.string()),
      passages: z.array(FoundPassage),
      /** How much of the question the best passage covers: its score divided by the sum of the terms' idf. */
      coverage: z.number(),
      steps: Steps.optional(),
    }),
    purpose:
      'Searches libraries for a question and returns ranked passages with their scores, and on request why.',
  }),
  expectPassage: endpoint({
    method: 'POST',
    path: `${base}/cases`,
    access: ['AnalyticsCreate', 'AnalyticsWrite'],
    rate: 'write',
    audit: 'performanceTest.update',
    idempotency: 'optional',
    input: z.strictObject({
      performanceTestId: id,
      question: text(1, limits.caseQuestion),
      passageId,
    }),
    response: PerformanceCase,
    purpose: 'Adds a case to a performance test: the answer to this question has to cite this passage.',
  }),
}
