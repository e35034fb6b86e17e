import { isDeepStrictEqual } from 'node:util'
import { addLibrary, find, graphReady, type Reached } from '../../server/src/testing/retrieval/library.ts'
import { fileNameOf, type QuestionSet, spread } from '../../server/src/testing/retrieval/questionSet.ts'
import type { Row } from '../../server/src/testing/retrieval/rows.ts'

/**
 * One product has every second article in one library and the rest in another; the second product has only the
 * first library. For the first library, both must return exactly the same result, to the last digit.
 */
export async function measureLeak(both: Reached, alone: Reached, set: QuestionSet): Promise<Row[]> {
  const articles = [...Map.groupBy(set.passages, (passage) => passage.doc)]
  const files = articles.map(([article, passages]) => ({
    name: fileNameOf(article),
    text: `${passages.map((passage) => passage.text).join('\f')}\f`,
  }))
  const permitted = files.filter((_, at) => at % 2 === 0)
  const inBoth = await addLibrary(both, 'Permitted', permitted)
  await addLibrary(
    both,
    'Not permitted',
    files.filter((_, at) => at % 2 === 1),
  )
  const inAlone = await addLibrary(alone, 'Permitted', permitted)
  // Their graphs widen what is found, and are built after the files can be searched.
  await Promise.all([graphReady(both, inBoth.dataSourceId), graphReady(alone, inAlone.dataSourceId)])
  const asked = spread(set.queries, 500)
  let differing = 0
  for (const query of asked) {
    const [one, other] = await Promise.all([
      find(both, [inBoth.dataSourceId], query.q, 50),
      find(alone, [inAlone.dataSourceId], query.q, 50),
    ])
    if (!isDeepStrictEqual(comparable(one), comparable(other))) differing++
  }
  const what = `leak, ${asked.length} questions: answers that reveal another library`
  return [{ what, value: differing, unit: '', target: 0, atMost: true }]
}

/** IDs are random in each product; everything else must be equal. */
function comparable({ terms, coverage, passages }: Awaited<ReturnType<typeof find>>) {
  const shown = passages.map(({ fileName, ordinal, text, score }) => ({ fileName, ordinal, text, score }))
  return { terms, coverage, passages: shown }
}
