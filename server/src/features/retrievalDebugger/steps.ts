import type { RankedPassage, Recorder, SearchBasis, Stage } from '../knowledge/index.ts'

type Named = Stage | 'Final'

/** The first passages of a step are returned. */
const MOST_SHOWN = 100

/** What a search did, step by step. */
export class Steps implements Recorder {
  #basis: SearchBasis | null = null
  readonly #stages = new Map<Named, readonly RankedPassage[]>()

  basis(basis: SearchBasis): void {
    this.#basis = basis
  }

  stage(stage: Named, passages: readonly RankedPassage[]): void {
    this.#stages.set(stage, passages)
  }

  /** Null if nothing was searched. */
  get by(): SearchBasis | null {
    return this.#basis
  }

  /** The steps in their order. */
  get stages(): readonly (readonly [Named, readonly RankedPassage[]])[] {
    return [...this.#stages]
  }

  /** Returns where a passage is after each step that has it. */
  scoresOf(passageId: string): { stage: Named; rank: number; score: number }[] {
    return this.stages.flatMap(([stage, passages]) => {
      const at = passages.findIndex((one) => one.passageId === passageId)
      return at < 0 ? [] : [{ stage, rank: at + 1, score: passages[at]!.score }]
    })
  }

  /** Returns the first passages of all steps, each once: those of the last step first. */
  candidates(): RankedPassage[] {
    const all = this.stages.toReversed().flatMap(([, passages]) => passages.slice(0, MOST_SHOWN))
    return [...new Map(all.map((passage) => [passage.passageId, passage] as const)).values()]
  }
}
