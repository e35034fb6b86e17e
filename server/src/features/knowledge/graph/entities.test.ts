import { describe, expect, it } from 'vitest'
import { distinctEntities, entityOfTitle, keyOf, namedIn } from './entities.ts'
import { graphOf } from './relations.ts'

const namesIn = (text: string, title = '') =>
  distinctEntities(namedIn(text, title)).map(({ kind, name }) => `${kind} ${name}`)

describe('the entities of a text', () => {
  it.each([
    [
      'names of several words',
      'In 1849 Ada Brook opened the Harbour of Velmar.',
      ['Name Ada Brook', 'Name Harbour of Velmar'],
    ],
    [
      'initials and titles',
      'It was founded by George W. Jenkins and Dr. Mira Stone.',
      ['Name George W. Jenkins', 'Name Dr. Mira Stone'],
    ],
    ['a single name inside a sentence', 'Boats leave for Torvik at dawn.', ['Name Torvik']],
    ['no first word of a sentence', 'Boats leave at dawn. Passengers wait. However, nobody knows.', []],
    [
      'acronyms, but no numerals',
      'The ECB’s URLs and chapter IV of the rules apply.',
      ['Acronym ECB', 'Acronym URL'],
    ],
    [
      'codes and standards',
      'Order AB-2041 follows ISO 9001 and R-3-121.',
      ['Code AB-2041', 'Code ISO 9001', 'Code R-3-121'],
    ],
    ['quoted terms', 'They call it “soft landing” here.', ['Term soft landing']],
    ['no dates', 'On Monday, 5 March 2020, and in May 2021 it rained. It ended on 2024-01-05.', []],
    [
      'no German nouns, but names and codes',
      'Der Antrag ist an die Europäische Zentralbank und nicht an das Amt zu richten, Formular KA-12.',
      ['Name Europäische Zentralbank', 'Code KA-12'],
    ],
    [
      'quoted and Latin terms in Arabic',
      'تستخدم الشركة نظام SAP في «إدارة المخازن» كل يوم.',
      ['Acronym SAP', 'Term إدارة المخازن'],
    ],
    [
      'repeated word pairs in Arabic',
      'تنظم وزارة التعليم العمل. تصدر وزارة التعليم القرار.',
      ['Term وزارة التعليم'],
    ],
    [
      'quoted terms and repeated pairs in Chinese',
      '港口条例规定《海港法》。港口条例适用于船只。',
      ['Term 海港法', 'Term 港口条例'],
    ],
    ['katakana names', '彼はコンピューターを使う。', ['Name コンピューター']],
  ])('are %s', (_what, text, expected) => {
    expect(namesIn(text).toSorted()).toEqual(expected.toSorted())
  })

  it('are the person that a surname means', () => {
    expect(namesIn('In 1949 it was Snow who moved to Nashville.', 'Hank Snow (singer)')).toEqual([
      'Name Hank Snow',
      'Name Nashville',
    ])
    expect(namesIn('It was Hank Snow. Later the fans of Snow came.')).toEqual(['Name Hank Snow'])
  })

  it('have one key for all spellings', () => {
    for (const name of ['The Café Noir', 'CAFE NOIR', 'café noir’s', 'Café  Noir'])
      expect(keyOf(name)).toBe('cafe noir')
  })

  it('are at most 40, however long the text is, and a document’s title only if it is a name', () => {
    const text = Array.from({ length: 300 }, (_, at) => `we met Person${'x'.repeat(at)} today`).join(', ')
    expect(distinctEntities(namedIn(text, ''))).toHaveLength(40)
    expect(entityOfTitle('Hello Love (song)')).toEqual({
      kind: 'Title',
      key: 'hello love',
      name: 'Hello Love',
    })
    expect(entityOfTitle(`${'long '.repeat(30)}`)).toBeNull()
    // Its key is short, because punctuation doesn’t count.
    expect(entityOfTitle(`Rules${'.'.repeat(245)}1`)).toBeNull()
  })

  it('are found in linear time, also in hostile text', () => {
    for (const text of [
      'A '.repeat(50_000),
      '"'.repeat(100_000),
      'A.B-'.repeat(25_000),
      '« '.repeat(50_000),
      'Of the '.repeat(20_000),
    ]) {
      const begun = performance.now()
      graphOf(text, { title: 'x'.repeat(255), isFirst: true })
      expect(performance.now() - begun).toBeLessThan(3000)
    }
  })
})

describe('the relations of a text', () => {
  const relationsIn = (text: string) =>
    graphOf(text, { title: '', isFirst: false }).relations.map(
      ({ kind, from, to }) => `${from} ${kind} ${to}`,
    )

  it.each([
    ['The European Central Bank (ECB) sets rates.', 'european central bank Abbreviation ecb'],
    [
      'The Harbour Office is part of the Ministry of Transport.',
      'harbour office PartOf ministry of transport',
    ],
    ['Acme Ropes, a company based in New Velmar, sells rope.', 'acme ropes LocatedIn new velmar'],
    ['The Blue Crane was built by Otto Lind in spring.', 'blue crane MadeBy otto lind'],
    ['Form KA-12 replaces KA-11 for boats.', 'ka 12 Replaces ka 11'],
  ])('follow simple patterns: %s', (text, expected) => {
    expect(relationsIn(text)).toEqual([expected])
  })

  it('are none without such words, or with other letters in parentheses', () => {
    expect(relationsIn('Ada Brook met Otto Lind in New Velmar. The Central Bank (XYZ) is old.')).toEqual([])
  })
})
