/** A passage of a file as the index has it, with whether it begins the part below its heading. */
export interface SourcePassage {
  /** The path of the headings above it, which its text doesn’t repeat. */
  heading: string
  text: string
  page: number | null
  beginsSection: boolean
}

/** How a question was found, the surest first. */
export const kinds = ['Asked', 'Sentence', 'Row', 'Definition', 'Heading'] as const

/** A question that a passage answers, with what the answer has to say. */
export interface Proposal {
  kind: (typeof kinds)[number]
  question: string
  fact: string
}

/** What the rules know of a file besides the passage. */
export interface FileContext {
  /** Words that the file has in lower case, so that they aren’t names. */
  lowerCase: ReadonlySet<string>
  /** Words that it has with a capital in the middle of sentences. */
  names: ReadonlySet<string>
  /** Whether its text is English. Lists and tables are often too short to tell. */
  isEnglish: boolean
}
