import type { AskedTable } from '../askedTable.ts'
import { findDates } from '../dates.ts'
import { fillerPhrases, stillPhrases } from '../vocabulary.ts'
import { findPhrase, use, type Word } from '../words.ts'
import { readColumns, readParts, readUnits } from './columnWords.ts'
import { addDates, readAmong, readEmpty, readTruths, readVerbs } from './conditionWords.ts'
import { isDoubtful } from './doubts.ts'
import { readGroup } from './groupWords.ts'
import { implyOperation } from './impliedOperation.ts'
import { readNumbers } from './numberWords.ts'
import { readOperations, readRankedRows } from './operationWords.ts'
import { QuestionReading } from './questionReading.ts'
import { readArrivals, readEventNouns, readEvents, readTable, readTitles, readTrade } from './rowWords.ts'
import { readValues } from './valueWords.ts'

/** Reads a question word by word. `found` are values of columns that aren't listed with them. */
export function readQuestion(
  words: Word[],
  table: AskedTable,
  found: readonly { column: string; value: string }[],
): QuestionReading {
  const read = new QuestionReading(words, table, found)
  for (const phrase of stillPhrases) {
    const at = findPhrase(words, phrase)
    if (at >= 0) use(words, at, phrase.length)
  }
  // Names of columns can contain words for operations, so that the longer ones come first.
  readColumns(read, 2)
  readValues(read)
  readGroup(read)
  readNumbers(read)
  const dates = findDates(words)
  if (!dates) read.missesCondition = true
  read.dates = dates ?? []
  readOperations(read)
  readTitles(read)
  readColumns(read, 1)
  readTable(read)
  readRankedRows(read)
  readTruths(read)
  readTrade(read)
  readEvents(read)
  readVerbs(read)
  readArrivals(read)
  readParts(read)
  // "with a trainer" can name only a part of "Personal trainer".
  readTruths(read)
  readEventNouns(read)
  readEmpty(read)
  addDates(read)
  readUnits(read)
  readAmong(read)
  for (const phrase of fillerPhrases) {
    const at = findPhrase(words, phrase)
    if (at >= 0) use(words, at, phrase.length)
  }
  if (read.operations.length === 0) implyOperation(read)
  if (isDoubtful(read)) read.missesCondition = true
  if (read.missesCondition) read.isAmbiguous = true
  return read
}
