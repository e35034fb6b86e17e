import { createContext } from 'react'

/** What an answer's text needs from its context. */
export interface Surroundings {
  words: {
    copy: string
    copied: string
    code: string
    /** Returns a table's accessible name from its columns. */
    table: (columns: string) => string
    taskDone: string
    taskOpen: string
  }
  /** The number of sources of the answer. `[n]` up to that number is a link to the source. */
  citations: number
  /**
   * While the sources are unknown, a number already has its final size and look, so nothing shifts when they
   * arrive.
   */
  citationsExpected: boolean
  citationLabel: (number: number) => string
  citationAddress: (number: number) => string
  openCitation: (number: number) => void
  lightCitation: (number: number | null) => void
  /**
   * Loads a picture from our own origin, which needs the user's token. Returns a URL that an image can show.
   */
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
