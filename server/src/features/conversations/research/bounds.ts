import { limits } from '@parlance/contract/limits'
import type { ResearchBudget, ResearchPlan } from '@parlance/contract/research'
import { thinkingTokens } from '../../../engines/answerTokens.ts'
import type { Deployment } from '../../../engines/registry.ts'
import { estimateTokens } from '../execution/tokens.ts'

/** What is kept of the tokens for the report, and how much of that is its text. */
const REPORT = { share: 0.4, most: 40_000, written: 0.4, longest: 8000 }
/** The longest notes that a model takes at once. */
export const NOTES_TOKENS = 1500
/** What a search finds, and what a model writes about it. */
const TOKENS_PER_SEARCH = 6000

export const mostBudget: ResearchBudget = {
  searches: limits.researchSearches,
  modelCalls: limits.researchModelCalls,
  tokens: limits.researchTokens,
  minutes: limits.researchMinutes,
}

/** Returns the tokens that are kept for the report, and how many of them it can consist of. */
export function reportTokens(
  { tokens }: Pick<ResearchBudget, 'tokens'>,
  instructions: string,
): { kept: number; written: number } {
  const own = Math.floor(Math.min(REPORT.most, tokens * REPORT.share))
  return {
    kept: own + estimateTokens(instructions),
    written: Math.min(REPORT.longest, Math.floor(own * REPORT.written)),
  }
}

/**
 * Returns how much of what is kept for a report is its text, and how much is for notes and sources. `fixed` are the tokens
 * of the rest of its prompt. The text is shorter if a model thinks a lot or has a small context.
 */
export function reportRoom(
  budget: Pick<ResearchBudget, 'tokens'>,
  { instructions, fixed }: { instructions: string; fixed: number },
  { contextTokens, reasoning }: Pick<Deployment, 'contextTokens' | 'reasoning'>,
): { written: number; room: number } {
  const { kept, written: longest } = reportTokens(budget, instructions)
  const thinking = reasoning ? thinkingTokens.Low : 0
  const available = Math.max(0, Math.min(kept, contextTokens) - fixed - thinking)
  const written = Math.min(longest, Math.floor(available / 2))
  return { written, room: available - written }
}

/** At most the tokens of the rules for a report. */
const RULES_TOKENS = 600

/** Returns what the prompt of a report consists of besides notes and sources. */
export function reportPrompt(
  instructions: string,
  question: string,
  { understood, lines }: Pick<ResearchPlan, 'understood' | 'lines'>,
): { instructions: string; fixed: number } {
  const titles = lines.map(({ title }) => title).join('\n')
  const asked = `${instructions}${question}${understood}${titles}`
  return { instructions, fixed: RULES_TOKENS + estimateTokens(asked) }
}

/** With less room for notes and sources, no report is written. */
export const LEAST_ROOM = 500

/** Returns the tokens with which a report has enough room; null if the model’s context is too small. */
export function neededTokens(
  prompt: { instructions: string; fixed: number },
  deployment: Pick<Deployment, 'contextTokens' | 'reasoning'>,
): number | null {
  for (let tokens: number = limits.researchLeastTokens; tokens <= limits.researchTokens; tokens += 1000)
    if (reportRoom({ tokens }, prompt, deployment).room >= LEAST_ROOM) return tokens
  return null
}

/**
 * Returns the least that a research can be given under these instructions, which are part of what the report costs.
 * `needed` are the tokens with which the report has enough room, if a model writes it.
 */
export const leastBudget = (instructions: string, needed = 0): ResearchBudget => ({
  searches: 1,
  modelCalls: 1,
  tokens: Math.min(
    limits.researchTokens,
    Math.max(needed, limits.researchLeastTokens + estimateTokens(instructions)),
  ),
  minutes: 1,
})

/** Returns the budget that is proposed for these lines. */
export function proposedBudget(
  lines: ResearchPlan['lines'],
  { places, least }: { places: number; least: ResearchBudget },
): ResearchBudget {
  const queries = lines.reduce((sum, line) => sum + line.queries.length, 0)
  const searches = Math.min(limits.researchSearches, queries * places + lines.length)
  const tokens = least.tokens + searches * TOKENS_PER_SEARCH
  return {
    searches,
    modelCalls: Math.min(limits.researchModelCalls, lines.length * 2 + 1),
    tokens: Math.min(limits.researchTokens, Math.ceil(tokens / 10_000) * 10_000),
    minutes: Math.min(limits.researchMinutes, lines.length + 5),
  }
}
