import type { ResearchBudget } from '@parlance/contract/research'
import type { Used } from '../../research/progress.ts'

/** Which part of a budget is used up. */
type UsedUp = keyof ResearchBudget

/** The share of the time that is kept for the report. */
const REPORT_SHARE = 0.25
const MINUTE_MS = 60_000

/**
 * Counts what a research uses. Each call counts with all that it can use before it is made, and with what it used afterward.
 * One call, its tokens, and a share of the time are kept for the report.
 */
export class BudgetMeter {
  readonly budget: ResearchBudget
  readonly used: Used
  readonly #keptTokens: number
  readonly #now: () => number
  readonly #began: number

  constructor(
    { budget, used, keptTokens }: { budget: ResearchBudget; used: Used; keptTokens: number },
    now: () => number = () => performance.now(),
  ) {
    this.budget = budget
    this.used = { ...used }
    this.#keptTokens = keptTokens
    this.#now = now
    this.#began = now() - used.ms
  }

  /** Returns what has been used, with the time until now. */
  state(): Used {
    this.used.ms = Math.round(this.#now() - this.#began)
    return { ...this.used }
  }

  /** Returns how long searching and reading can still take. */
  searchingMs(): number {
    return this.budget.minutes * MINUTE_MS * (1 - REPORT_SHARE) - (this.#now() - this.#began)
  }

  /** Returns how long the report can take. One that is written later gets its share of the time again. */
  reportMs(): number {
    const whole = this.budget.minutes * MINUTE_MS
    return Math.max(whole * REPORT_SHARE, whole - (this.#now() - this.#began))
  }

  /** Returns what keeps another search from being made; null if nothing does. */
  searchEndsBy(): UsedUp | null {
    if (this.searchingMs() <= 0) return 'minutes'
    return this.used.searches >= this.budget.searches ? 'searches' : null
  }

  searched(): void {
    this.used.searches += 1
  }

  /** Returns what keeps a call that can use these tokens from being made; null if nothing does. */
  callEndsBy(tokens: number): UsedUp | null {
    if (this.searchingMs() <= 0) return 'minutes'
    if (this.used.modelCalls + 1 >= this.budget.modelCalls) return 'modelCalls'
    return this.used.tokens + tokens + this.#keptTokens > this.budget.tokens ? 'tokens' : null
  }

  /** Returns the tokens that calls before the report can still use. */
  tokensLeft(): number {
    return Math.max(0, this.budget.tokens - this.#keptTokens - this.used.tokens)
  }

  /** Counts a call with all that it can use. Call the returned function with what it used. */
  begin(most: number): (tokens: number) => void {
    this.used.modelCalls += 1
    this.used.tokens += most
    return (tokens) => {
      this.used.tokens += tokens - most
    }
  }
}
