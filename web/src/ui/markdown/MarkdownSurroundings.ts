import { type ComponentType, createContext } from 'react'

/** What an answer's text needs from its context. */
export interface Surroundings {
  words: {
    copy: string
    copied: string
    code: string
    /** Returns a table's accessible name from its columns. */
    table: (columns: string) => string
    copyTable: string
    downloadTable: string
    showChart: string
    showTable: string
    /** The name of a downloaded table, without extension. */
    tableFile: string
    taskDone: string
    taskOpen: string
    /** Shown with the address of a link that the text itself made up. */
    unknownAddress: string
    openAddress: (host: string) => string
  }
  /**
   * Whether a link to an address is followed at once. A language model can write what it read into the address of a link,
   * so other addresses are shown before they are opened.
   */
  knowsAddress: (address: string) => boolean
  /**
   * Returns the place of the source that `[n]` names among the answer's sources, from 1, or null if there is none.
   * The place is what is shown and linked. While the sources are unknown, it is that of a number among the numbers
   * shown so far.
   */
  citationPlace: (number: number) => number | null
  /**
   * While the sources are unknown, a number already has its final size and look, so nothing shifts when they
   * arrive.
   */
  citationsExpected: boolean
  citationLabel: (place: number) => string
  citationAddress: (place: number) => string
  openCitation: (place: number) => void
  lightCitation: (place: number | null) => void
  /**
   * Loads a picture from our own origin, which needs the user's token. Returns a URL that an image can show.
   */
  loadImage: (path: string) => Promise<string>
  /** Shows a picture from our own origin, instead of the picture alone. */
  Picture?: ComponentType<{ path: string; alt: string }>
}

const nothing = () => {}

export const plainSurroundings: Surroundings = {
  words: {
    copy: 'Copy',
    copied: 'Copied',
    code: 'Code',
    table: (columns) => columns,
    copyTable: 'Copy table',
    downloadTable: 'Download CSV',
    showChart: 'Show as chart',
    showTable: 'Show as table',
    tableFile: 'Table',
    taskDone: 'Done',
    taskOpen: 'Open',
    unknownAddress: 'This address isn’t in your question or in a cited source.',
    openAddress: (host) => `Open ${host}`,
  },
  // Text that administrators wrote. Answers set what they know.
  knowsAddress: () => true,
  citationPlace: () => null,
  citationsExpected: false,
  citationLabel: String,
  citationAddress: (place) => `#${place}`,
  openCitation: nothing,
  lightCitation: nothing,
  loadImage: (path) => Promise.resolve(path),
}

export const SurroundingsContext = createContext<Surroundings>(plainSurroundings)
