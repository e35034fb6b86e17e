import { expect, test } from 'vitest'
import { centralSentences } from './centralSentences.ts'
import { summarizeFiles } from './summarizeFiles.ts'

const filler = 'Nobody counted the gulls above the roofs on that grey and windy morning.'
const onTides = 'The tide tables list the tide for each harbour, because the tide decides when ships sail.'
const onLamps =
  'Each lamp has a keeper, and the lamp is trimmed with care before the lamp is lit in the old tower.'
const passages = [
  `The tide rises twice a day. ${onTides} The tide is lowest in spring. ${filler}`,
  `Ships wait for the tide. ${filler}`,
  `The lamp burns oil. ${onLamps} A second lamp stands by. ${filler}`,
  `The keeper writes down when the lamp was lit. ${filler}`,
]

test('chooses the sentence of each part that is closest to what the part is about', () => {
  expect(centralSentences(passages, 2)).toEqual([
    { at: 0, text: onTides },
    { at: 2, text: onLamps },
  ])
})

test('does not repeat itself, and skips fragments, lists, and numbers', () => {
  expect(centralSentences([filler, filler, filler], 3)).toEqual([{ at: 0, text: filler }])
  expect(centralSentences(['CHAPTER', '12 14 16 18 20 22 24 26 28 30.', 'one\ntwo\nthree\nfour'], 3)).toEqual(
    [],
  )
  expect(centralSentences([], 3)).toEqual([])
})

test('a summary quotes text as it is: no heading or sentence becomes markup', () => {
  const passage = {
    passageId: '1',
    dataSourceId: 'd',
    fileId: 'f',
    fileName: '[a](https://evil.example).md',
    ordinal: 0,
    page: 3,
    locator: null,
    heading: '',
    text: 'The *lamp* of <b>Vela</b> is lit at dusk, and the [keeper](https://evil.example) trims the lamp.',
    score: 0,
  }
  const file = { fileName: passage.fileName, pages: 4, headings: ['# <i>Lamps</i>'], passages: [passage] }
  const { text, citations } = summarizeFiles([file], false)
  expect(text).not.toMatch(/(?<!\\)[<*](?!\*)(?:b|i|lamp)/)
  expect(text).not.toMatch(/(?<!\\)\]\(/)
  expect(citations).toMatchObject([{ citationId: '1', page: 3, quote: passage.text }])
})
