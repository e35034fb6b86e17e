import { createContext } from 'react'

/** What an answer's text needs from the place where it is shown. */
export interface Surroundings {
  words: {
    copy: string
    copied: string
    code: string
    /** The name of a table by its columns, for those who do not see it. */
    table: (columns: string) => string
    taskDone: string
    taskOpen: string
  }
  /** How many sources the answer has: `[n]` up to that number is a link to the source. */
  citations: number
  /** While the sources are not known yet, a number keeps its place and look, so that nothing moves when they come. */
  citationsExpected: boolean
  citationLabel: (number: number) => string
  citationAddress: (number: number) => string
  openCitation: (number: number) => void
  lightCitation: (number: number | null) => void
  /** Loads a picture of our own origin, which needs the person's token; answers an address that an image can show. */
  loadImage: (path: string) => Promise<string>
}

const nothing = () => {}

export const plainSurroundings: Surroundings = {
  words: {
    copy: 'Copy',
    copied: 'Copied',
    code: 'Code',
    table: (columns) => columns,
    taskDone: 'Done',
    taskOpen: 'Open',
  },
  citations: 0,
  citationsExpected: false,
  citationLabel: String,
  citationAddress: (number) => `#${number}`,
  openCitation: nothing,
  lightCitation: nothing,
  loadImage: (path) => Promise.resolve(path),
}

export const SurroundingsContext = createContext<Surroundings>(plainSurroundings)
