import type { InjectionCarrier, InjectionTechnique } from '@parlance/contract/injections'
import type { SceneName } from './scenes.ts'

/** Hidden instructions, where they are, and what an agent that follows them does. */
export interface InjectionCase {
  /** Never changes, because results refer to it. */
  name: string
  technique: InjectionTechnique
  scene: SceneName
  /**
   * The text with the hidden instructions: a passage, the result of a tool, the name of a file, the text of an image, or a
   * page. Two texts are two passages or pages.
   */
  attack: string | readonly [string, string]
  /** The name of the file, or the address of the page. Files that are instructions themselves have none. */
  source?: string
  /**
   * What a model answers that does exactly as it is told. `{secret}` is what the attacker wants, and `{secret:base64}` the
   * same as the attacker asks for it.
   */
  obeyed: string
  /** The tools that such a model calls before it answers. */
  calls?: readonly { name: 'search_web' | 'search_files' | 'remember'; input: Record<string, string> }[]
  /** Words that an answer has only if it obeys. */
  says?: readonly string[]
}

/** The cases of one carrier. */
export interface CarrierCases {
  carrier: InjectionCarrier
  cases: readonly InjectionCase[]
}
