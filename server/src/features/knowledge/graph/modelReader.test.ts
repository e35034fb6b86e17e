import { describe, expect, it } from 'vitest'
import { fitting, readAnswer, withModel } from './modelReader.ts'
import { graphOf } from './relations.ts'

const text = 'the harbor office hired Ada Brook. Its drydock ledger names the Blue Crane.'
const answerOf = (...passages: unknown[]) => JSON.stringify({ passages })

describe('what a model says about a passage', () => {
  it('is kept as far as the passage contains its names', () => {
    const answer = answerOf({
      id: 1,
      names: [
        { name: 'Ada Brook', kind: 'Name' },
        { name: 'drydock ledger', kind: 'Term' },
        { name: 'Otto Lind', kind: 'Name' },
        { name: 'rook', kind: 'Name' },
        { name: 'Blue \u0000\u202eCrane', kind: 'Name' },
        { name: 'Blue Crane', kind: 'Ship' },
        'Blue Crane',
      ],
      relations: [
        { from: 'Ada Brook', kind: 'WorksFor', to: 'drydock ledger' },
        { from: 'Ada Brook', kind: 'WorksFor', to: 'Otto Lind' },
        { from: 'Ada Brook', kind: 'Likes', to: 'drydock ledger' },
        { from: 'Ada Brook', kind: 'WorksFor', to: 'ada brook' },
      ],
    })
    expect(readAnswer(`Here it is:\n\`\`\`json\n${answer}\n\`\`\``, [text])).toEqual([
      {
        entities: [
          { kind: 'Name', name: 'Ada Brook', key: 'ada brook' },
          { kind: 'Term', name: 'drydock ledger', key: 'drydock ledger' },
          { kind: 'Name', name: 'Blue Crane', key: 'blue crane' },
        ],
        relations: [{ from: 'ada brook', kind: 'WorksFor', to: 'drydock ledger' }],
      },
    ])
  })

  it('is kept for each passage by its number, and in scripts that join words', () => {
    const texts = [text, 'ووزارة التعليم تعلن', '港口条例规定']
    const read = readAnswer(
      answerOf(
        { id: 3, names: [{ name: '港口条例', kind: 'Term' }], relations: [] },
        { id: 2, names: [{ name: 'وزارة التعليم', kind: 'Name' }] },
        { id: 9, names: [{ name: 'Ada Brook', kind: 'Name' }] },
      ),
      texts,
    )
    expect(read?.map(({ entities }) => entities.map(({ name }) => name))).toEqual([
      [],
      ['وزارة التعليم'],
      ['港口条例'],
    ])
  })

  it.each(['', 'I can’t do that.', '{"passages":', '[]', '{"passages":7}'])(
    'is nothing if it is no list: %s',
    (answer) => {
      expect(readAnswer(answer, [text])).toBeNull()
    },
  )

  it('adds to what the rules find', () => {
    const rules = graphOf(text, { title: 'Notes', isFirst: true })
    const names = () => withModel(rules, read).entities.map(({ name }) => name)
    const [read] = readAnswer(answerOf({ id: 1, names: [{ name: 'drydock ledger', kind: 'Term' }] }), [
      text,
    ]) as [{ entities: []; relations: [] }]
    expect(rules.entities.map(({ name }) => name)).toContain('Ada Brook')
    expect(names()).toEqual([...rules.entities.map(({ name }) => name), 'drydock ledger'])
    expect(withModel(rules, read).title).toEqual(rules.title)
  })
})

describe('one call', () => {
  it('reads as many passages as fit, and a long one alone', () => {
    expect(fitting(['a', 'b'])).toBe(2)
    expect(fitting(['x'.repeat(9000), 'x'.repeat(9000), 'a'])).toBe(1)
    expect(fitting(['x'.repeat(90_000), 'a'])).toBe(1)
  })
})
