import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { checkFacts, fileFacts, formatOf } from './testing/facts.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

/** Files whose facts were missed once: headings without a style, texts in shapes, and a book that was packed again. */
const missedOnce = ['docx/handbook.docx', 'xlsx/prices.xlsx', 'epub/test.epub', 'xml/pom.xml']

test('[R-3-120] what a person finds in a real file of each format is in one passage with its header or heading', {
  timeout: 120_000,
}, async () => {
  const formats = Map.groupBy(fileFacts, formatOf)
  expect(formats.size).toBe(19)
  // `bench/formats.ts` checks all of them.
  const small = [...formats.values()].flatMap((some) => some.slice(1, 2))
  const files = [
    ...small,
    ...fileFacts.filter(({ file }) => missedOnce.includes(file) && !small.some((one) => one.file === file)),
  ]
  const checked = await checkFacts(app, files)
  expect(checked.filter(({ failed }) => failed !== null)).toEqual([])
  const missed = checked.flatMap(({ file, missed: some }) => some.map(({ fact }) => `${file}: ${fact}`))
  // Above the title of this document is a subtitle, which belongs to no section.
  expect(missed).toEqual(['docx/summer.docx: Swimming in the lake,Summer activities'])
})
