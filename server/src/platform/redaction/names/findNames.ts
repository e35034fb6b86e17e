import type { Scan, Span } from '../scan.ts'
import { alone } from './alone.ts'
import type { NameIndex } from './nameIndex.ts'
import { inPair, withInitial } from './pairs.ts'
import { findRelated, type Mentions } from './related.ts'
import { joinedWord, wordOf } from './words.ts'

/** Finds the directory’s names, and remembers who is mentioned. */
export function findNames(scanned: Scan, index: NameIndex, found: Span[], mentions: Mentions): void {
  for (let token = 0; token < scanned.count; token += 1) {
    const joined = joinedWord(scanned, index, token)
    let last = joined && inPair(scanned, index, joined, found)
    if (last === null) {
      const word = wordOf(scanned, index, token)
      if (!word) continue
      last = inPair(scanned, index, word, found) ?? withInitial(scanned, index, word, found)
      if (last === null) alone(scanned, index, word, found)
    }
    if (last !== null) token = last
  }
  findRelated(scanned, index, found, mentions)
}
