import type { QuestionSet } from '../../../testing/retrieval/questionSet.ts'

const names = 'Velmar Torvik Osca Brennal Quilla Harsted Miroz Dunkeld Saltova Pereny Ulmgard Castrel'.split(
  ' ',
)
const rivers = 'Osk Tamber Liro Wend Avela Kolm Serin Dravik Mosel Yarra Inn Piave'.split(' ')
const people = ['Ada Brook', 'Jon Hale', 'Mira Stone', 'Otto Lind', 'Eva Marsh', 'Karl Voss', 'Lena Frost']
const goods = 'rope glass salt paper copper honey lace bells'.split(' ')

/** Towns whose articles are identical except for names and numbers, with questions about each. */
export const towns: QuestionSet = { name: 'towns', lang: 'en', passages: [], queries: [] }

names.forEach((town, at) => {
  const [river, builder] = [rivers[at], people[at % people.length]]
  const mayor = people[(at + 3) % people.length]
  const created = goods[at % goods.length]
  const [bridge, fire, market] = [1743 + at * 7, 1811 + at * 5, 12 + at]
  const texts = [
    `${town} is an old place on the river ${river}. Boats came up to its quay until the railway was laid. People call it the quiet town of the valley.`,
    `The stone bridge of ${town} was built in ${bridge} by ${builder}. It has three arches. Carts paid a toll on it for a hundred years.`,
    `A great fire burned down half of the houses of ${town} in ${fire}. The mayor ${mayor} had them rebuilt in brick. No roof of straw was allowed any more.`,
    `The market of ${town} has ${market} stalls under a roof of glass. On market days people buy ${created}. Traders come from the whole valley.`,
  ]
  const first = towns.passages.length
  texts.forEach((text, ordinal) => {
    towns.passages.push({ id: first + ordinal, doc: `Notes ${at + 1}`, title: town, text })
  })
  const asked: [string, number, string][] = [
    [`Which river is ${town} on?`, 0, `river ${river}`],
    [`Who built the bridge of ${town}?`, 1, String(builder)],
    [`When did the great fire burn in ${town}?`, 2, String(fire)],
    [`How many stalls are on the market of ${town}?`, 3, `${market} stalls`],
  ]
  for (const [q, ordinal, answer] of asked) {
    towns.queries.push({ id: towns.queries.length, q, rel: [first + ordinal], answers: [answer] })
  }
})
