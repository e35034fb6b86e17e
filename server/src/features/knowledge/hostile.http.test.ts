import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendHostile, uploadRoutes } from '../../testing/hostile/hostile.ts'
import { hostileNames } from '../../testing/hostile/names.ts'
import { type EveryRoute, startEveryRoute } from '../../testing/routeTable.ts'

let every: EveryRoute
beforeAll(async () => {
  every = await startEveryRoute()
})
afterAll(() => every?.app.remove())

/** Every fifth name, and some files of each sort. `bench/hostile.ts` sends all of them. */
const names = hostileNames.filter((_, at) => at % 5 === 0)
const chosen = [
  'lying-bomb.odt',
  'bomb.xlsx',
  'shared-bytes.docx',
  'nested.zip',
  'bomb.png',
  'entity.xml',
  'entity.docx',
  'entity.svg',
  'template.docx',
  'formulas.xlsx',
  'page.html',
  'mail.eml',
  'actions.pdf',
  'endless.xlsx',
  'laughs.xml',
  'polyglot.pdf',
]

test('[A57] [A60] [A70] hostile names and files on every upload route change nothing outside, fetch nothing, and say why they are refused', {
  timeout: 1_800_000,
}, async () => {
  expect(names.length).toBeGreaterThanOrEqual(12)
  const run = await sendHostile(every, {
    names,
    files: (all) => all.filter(({ name }) => chosen.includes(name)),
    // `bench/hostile.ts` measures how long answers take. Here, other tests run meanwhile.
    mostSeconds: { answer: Number.POSITIVE_INFINITY, reading: 900 },
  })
  expect(run.wrong).toEqual([])
  expect(run.outcomes).toHaveLength(uploadRoutes.length * (names.length + chosen.length) + 1)
  // Something of each kind was read, so the rest wasn't refused for another reason.
  const read = (name: string) => run.read.get(name)
  expect(['template.docx', 'page.html', 'mail.eml', 'polyglot.pdf', 'formulas.xlsx'].map(read)).toEqual(
    Array(5).fill('Ready'),
  )
  expect(read('lying-bomb.odt')).toBe('file.broken')
})
