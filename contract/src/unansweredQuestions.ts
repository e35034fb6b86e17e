import { z } from 'zod'
import { endpoint, id, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'
import { fewerThan5, reportingPeriods } from './reports.ts'

const figure = z.union([z.number().int(), z.literal(fewerThan5)])

/** A question that several people asked in similar words, and that an agent had no answer to. */
export const UnansweredQuestion = z.object({
  unansweredQuestionId: id,
  /** As someone asked it, without personal data. */
  question: z.string(),
  gptSystemId: id,
  agentName: z.string(),
  /** How often it was asked in the period, and by how many people. */
  questions: figure,
  people: figure,
  lastAskedAt: timestamp,
  /** `Requested`: someone was asked for a document that answers it. */
  state: z.enum(['Open', 'Requested', 'Dismissed']),
  /** When it was requested or dismissed. */
  decidedAt: timestamp.nullable(),
  version: z.number().int(),
})

const base = '/api/internal/analytics/unansweredQuestions' as const
const one = z.strictObject({ unansweredQuestionId: id })
const changing = {
  access: ['AnalyticsCreate', 'AnalyticsWrite'],
  rate: 'write',
  method: 'POST',
  idempotency: 'none',
  params: one,
  response: UnansweredQuestion,
  etag: 'required',
} as const

export const unansweredQuestions = {
  listUnansweredQuestions: endpoint({
    method: 'GET',
    path: base,
    access: ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'],
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      reportingPeriod: z.enum(reportingPeriods),
      /** A system agent. Without it, all agents count. */
      gptSystemId: id.optional(),
      state: UnansweredQuestion.shape.state.default('Open'),
    }),
    response: z.object({
      items: z.array(UnansweredQuestion).max(limits.unansweredQuestions),
      total: z.number().int(),
      /** Whether none are listed because the compliance mode is Strict. */
      withheld: z.boolean(),
    }),
    purpose: `Lists questions that at least ${limits.fewestAskers} people asked in similar words and that weren’t answered, the most frequent first. Questions in deleted and temporary chats, test chats, and chats with personal agents aren’t among them. In the compliance mode Strict, no questions are listed.`,
  }),
  requestDocument: endpoint({
    ...changing,
    path: `${base}/{unansweredQuestionId}/request`,
    audit: 'unansweredQuestion.request',
    input: z.strictObject({
      /** What is asked for, in one’s own words. */
      note: text(0, limits.requestNote).default(''),
    }),
    purpose:
      'Notifies those who can add files to the agent’s libraries that a document is missing. If it has none, those who can create libraries.',
  }),
  dismiss: endpoint({
    ...changing,
    path: `${base}/{unansweredQuestionId}/dismiss`,
    audit: 'unansweredQuestion.dismiss',
    input: z.strictObject({}),
    purpose: 'Hides the question. Similar ones that follow are hidden with it.',
  }),
  reopen: endpoint({
    ...changing,
    path: `${base}/{unansweredQuestionId}/reopen`,
    audit: 'unansweredQuestion.reopen',
    input: z.strictObject({}),
    purpose: 'Lists a requested or dismissed question among the open ones again.',
  }),
}
