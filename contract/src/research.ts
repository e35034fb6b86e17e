import { z } from 'zod'
import { NamedDeployment } from './agentConfiguration.ts'
import { id, text } from './endpoint.ts'
import { limits } from './limits.ts'

/** A line of inquiry: what to find out, and the words to search for. */
export const ResearchLine = z.strictObject({
  title: text(1, limits.researchTitle),
  queries: z.array(text(1, limits.researchQuery)).min(1).max(limits.researchQueriesPerLine),
})

/** The most that a research can use. `tokens` count what a model reads and writes. */
export const ResearchBudget = z.strictObject({
  searches: z.number().int().min(1).max(limits.researchSearches),
  modelCalls: z.number().int().min(1).max(limits.researchModelCalls),
  tokens: z.number().int().min(limits.researchLeastTokens).max(limits.researchTokens),
  minutes: z.number().int().min(1).max(limits.researchMinutes),
})
export type ResearchBudget = z.output<typeof ResearchBudget>

/** A plan as the person starts it. */
export const ResearchPlan = z
  .strictObject({
    /** The question, understandable without the conversation. If empty, the question as it was asked. */
    understood: text(0, limits.researchUnderstood),
    lines: z.array(ResearchLine).min(1).max(limits.researchLines),
    /** Where to search. */
    libraries: z.boolean(),
    web: z.boolean(),
    budget: ResearchBudget,
  })
  .refine(({ libraries, web }) => libraries || web, 'Choose where to search.')
export type ResearchPlan = z.output<typeof ResearchPlan>

/** What a question asks for as a research: to start a plan, or to go on with a research of the same conversation. */
export const ResearchInput = z
  .strictObject({
    plan: ResearchPlan.optional(),
    /** The question whose research ended early. */
    continues: id.optional(),
    /** Whether the report is written from what was found, without more searches. */
    writesNow: z.boolean().optional(),
  })
  .refine(
    ({ plan, continues }) => (plan === undefined) !== (continues === undefined),
    'Send either a plan or the question to go on with.',
  )

export const ResearchQuestion = z.strictObject({
  question: text(1, limits.question),
  /** The conversation that the question continues. */
  conversationId: id.optional(),
  /** The segment that the question follows. If absent, the selected leaf. */
  parentSegmentId: id.nullable().optional(),
  /** As for the question itself: one of the agent's choices. If absent, the last choice. Null for the default. */
  deployment: NamedDeployment.nullable().optional(),
})

/** A plan as it is proposed, with where it can search and its bounds. */
export const ResearchProposal = z.object({
  /** The question as the model understands it, with what earlier turns add. */
  understood: z.string(),
  lines: z.array(z.object({ title: z.string(), queries: z.array(z.string()) })),
  /** `Words`: made from the words of the question, because no model answers or it returned no plan. */
  by: z.enum(['Model', 'Words']),
  /** The libraries that can be searched: how many, and the names of those that the user can see. */
  libraries: z.object({ count: z.number().int(), names: z.array(z.string()) }),
  /** The name of the search provider that queries are sent to. Null if the web can’t be searched. */
  web: z.string().nullable(),
  /** Whether a model reads and writes. Otherwise the report consists of quotes. */
  usesModel: z.boolean(),
  budget: ResearchBudget,
  /** The least and the most of each that can be chosen. */
  least: ResearchBudget,
  most: ResearchBudget,
  /** Dollars per million tokens; null if unknown. */
  price: z.object({ inputPerMillion: z.number(), outputPerMillion: z.number() }).nullable(),
})
