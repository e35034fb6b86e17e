import { limits } from '@parlance/contract/limits'
import { type Body, cutOff, flipped, type Mutation, misframed } from './mutation.ts'
import type { Random } from './random.ts'

const JSON_TYPE = 'application/json'

/** Values that a field is rarely prepared for, as JSON text, because some can’t be written by a serializer. */
const oddValues: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '-0',
  '0.1',
  '1e308',
  '1e400',
  '-1e400',
  '2147483648',
  '9007199254740993',
  '123456789012345678901234567890',
  '""',
  '" "',
  '"x"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202e\\u2066"',
  '"\\ufeff"',
  '"\\ufffd"',
  '"__proto__"',
  '"constructor"',
  '"NaN"',
  '"1e999"',
  '"9999-12-31T23:59:59.999Z"',
  '"+275760-09-13T00:00:00.000Z"',
  '"0000-01-01T00:00:00.000Z"',
  '"2024-02-30T00:00:00.000Z"',
  '"00000000-0000-0000-0000-000000000000"',
  '"ffffffff-ffff-ffff-ffff-ffffffffffff"',
  '"http://[::1"',
  '"https://user:pass@host:99999/"',
  '"javascript:alert(1)"',
  '"data:text/html,x"',
  '"../../etc/passwd"',
  '"\\\\\\\\host\\\\share"',
  '"%"',
  '"%00%ff"',
  '"\'; drop table app_user; --"',
  '"#{7*7}{{7*7}}<script>"',
  '"(((((((a+)+)+)+)+)+)+$"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '["a","a"]',
  '{"":null}',
  '{"length":1e9}',
  '{"then":true}',
  '{"toString":null}',
  '{"constructor":{"prototype":{}}}',
  '{"__proto__":{"polluted":1}}',
]

/** Larger values, written only when they are chosen. */
const largeValues: readonly (() => string)[] = [
  () => `"${'x'.repeat(100_000)}"`,
  () => `"${'\u{1f600}'.repeat(20_000)}"`,
  () => `"${'e\u0301'.repeat(30_000)}"`,
  () => `"${'\\u0000'.repeat(1000)}"`,
  () => `[${'0,'.repeat(20_000)}0]`,
  () => `["${Array.from({ length: 5000 }, (_, n) => n).join('","')}"]`,
  () => `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":${n}`).join()}}`,
  () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  () => '9'.repeat(10_000),
]

const oddValue = (random: Random) =>
  random.below(5) === 0 ? random.pick(largeValues)() : random.pick(oddValues)

const oddNumbers = oddValues.filter((text) => /^[-\d]/.test(text))
const oddTexts = oddValues.filter((text) => text.startsWith('"'))

/** Returns a value of the same type, which the schema doesn’t reject for its type alone. */
function oddLike(value: unknown, random: Random): string {
  if (typeof value === 'number') return random.pick(oddNumbers)
  if (typeof value === 'boolean') return String(!value)
  if (typeof value === 'string') {
    // Some are an ID or a time with something added, whose format is checked in more than one place.
    if (random.below(3) > 0) return random.pick(oddTexts)
    return JSON.stringify(
      random.pick([`${value}\u0000`, ` ${value} `, value.toUpperCase(), value.repeat(500)]),
    )
  }
  if (Array.isArray(value)) return random.pick(['[]', JSON.stringify([...value, ...value])])
  return random.pick(['{}', 'null'])
}

/** A place in a value: an object or array, and the key in it. */
type Place = [holder: Record<string, unknown>, key: string]

function* placesIn(value: unknown): Generator<Place> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield [value as Record<string, unknown>, key]
    yield* placesIn(inner)
  }
}

const HERE = '@@here@@'

/** Returns the JSON with another text in place of one random value, at any depth. */
function replacedOne(input: object, random: Random, replace: (value: unknown) => string): string {
  const copy = structuredClone(input)
  const places = [...placesIn(copy)]
  if (places.length === 0) return replace(input)
  const [holder, key] = random.pick(places)
  const text = replace(holder[key])
  holder[key] = HERE
  return JSON.stringify(copy).replace(`"${HERE}"`, () => text)
}

/** Returns the JSON with one more member at the beginning. */
function withMember(input: object, member: string): string {
  const text = JSON.stringify(input)
  return `{${member}${text === '{}' ? '' : ','}${text.slice(1)}`
}

const textOf = (what: string, text: string, type: string | null = JSON_TYPE): Body => ({
  what,
  type,
  pieces: [Buffer.from(text)],
})

const invalidBytes: readonly Buffer[] = [
  [0xff],
  [0x80],
  [0xc0, 0x80],
  [0xe2, 0x82],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
].map((bytes) => Buffer.from(bytes))

/** Returns the text with bytes that aren’t UTF-8 inside its first text, or beside everything if it has none. */
function notUtf8(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text)
  const quotes = [...bytes.keys()].filter((at) => bytes[at] === 0x22)
  const at = quotes.length === 0 ? random.below(bytes.length) : random.pick(quotes) + 1
  return Buffer.concat([bytes.subarray(0, at), random.pick(invalidBytes), bytes.subarray(at)])
}

/** Ways to break a JSON body. The ones that change a single value are listed more often. */
export const jsonBodies: readonly Mutation[] = [
  ...Array.from(
    { length: 4 },
    (): Mutation =>
      ({ one, random }) => {
        const value = oddValue(random)
        const text = replacedOne(one.input ?? {}, random, () => value)
        return textOf(`a value replaced with ${value.slice(0, 60)}`, text)
      },
  ),
  ...Array.from(
    { length: 6 },
    (): Mutation =>
      ({ one, random }) => {
        const text = replacedOne(one.input ?? {}, random, (value) => oddLike(value, random))
        return textOf('a value replaced with one of its type', text)
      },
  ),
  ...Array.from(
    { length: 4 },
    (): Mutation =>
      ({ endpoint, one, random }) => {
        const keys = Object.keys(endpoint.input.shape)
        const value = oddValue(random)
        const key = keys.length === 0 ? 'unknown' : random.pick(keys)
        const { [key]: _, ...rest } = one.input ?? {}
        const text = withMember(rest, `${JSON.stringify(key)}:${value}`)
        return textOf(`${key} with ${value.slice(0, 60)}`, text)
      },
  ),
  ({ one, random }) => {
    const copy = structuredClone(one.input ?? {})
    const places = [...placesIn(copy)]
    if (places.length > 0) {
      const [holder, key] = random.pick(places)
      delete holder[key]
    }
    return textOf('a value left out', JSON.stringify(copy))
  },
  ({ one, random }) => {
    const input = one.input ?? {}
    const key = JSON.stringify(random.pick([...Object.keys(input), 'unknown']))
    return textOf(`${key} twice`, withMember(input, `${key}:${oddValue(random)}`))
  },
  ({ one }) => textOf('the same object twice', JSON.stringify(one.input ?? {}).repeat(2)),
  ({ one }) => textOf('a list of the object', JSON.stringify([one.input ?? {}, one.input ?? {}])),
  ({ random }) => {
    const value = oddValue(random)
    return textOf(`${value.slice(0, 60)} instead of the object`, value)
  },
  ({ one, random }) => ({
    what: 'a truncated text',
    type: JSON_TYPE,
    pieces: [cutOff(Buffer.from(JSON.stringify(one.input ?? {})), random)],
  }),
  ({ one, random }) => ({
    what: 'random bytes changed',
    type: JSON_TYPE,
    pieces: [flipped(Buffer.from(JSON.stringify(one.input ?? {})), random)],
  }),
  ...Array.from(
    { length: 2 },
    (): Mutation =>
      ({ one, random }) => ({
        what: 'bytes that aren’t UTF-8',
        type: JSON_TYPE,
        pieces: [notUtf8(JSON.stringify(one.input ?? {}), random)],
      }),
  ),
  ({ one, random }) => ({
    what: 'another encoding',
    type: random.pick([
      JSON_TYPE,
      `${JSON_TYPE}; charset=utf-16`,
      `${JSON_TYPE};charset=latin1`,
      `${JSON_TYPE}; charset=x`,
    ]),
    pieces: [
      random.pick([
        Buffer.from(JSON.stringify(one.input ?? {}), 'utf16le'),
        Buffer.from(`\ufeff${JSON.stringify(one.input ?? {})}`),
        Buffer.from(JSON.stringify({ ...one.input, unknown: 'é' }), 'latin1'),
      ]),
    ],
  }),
  ({ one, random }) =>
    textOf(
      'another content type',
      JSON.stringify(one.input ?? {}),
      random.pick([
        null,
        '',
        'json',
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'multipart/form-data; boundary=b',
        `${JSON_TYPE}, ${JSON_TYPE}`,
        `${JSON_TYPE}/x`,
        `${JSON_TYPE}; ${'x'.repeat(2000)}`,
      ]),
    ),
  ({ one, random }) => misframed(Buffer.from(JSON.stringify(one.input ?? {})), JSON_TYPE, random),
  ({ one, random }) => {
    const text = JSON.stringify(one.input ?? {})
    const space = Buffer.alloc(
      limits.jsonBodyBytes + random.pick([-text.length, -text.length + 1, 1_000_000]),
      ' ',
    )
    return { what: 'a body at or above the limit', type: JSON_TYPE, pieces: [space, Buffer.from(text)] }
  },
  ({ one, random }) =>
    textOf(
      'broken JSON',
      random.pick([
        '',
        ' ',
        '{',
        '{}}',
        '{"a"}',
        "{'a':1}",
        '{a:1}',
        '{"a":1,}',
        '{"a":01}',
        '{"a":+1}',
        '{"a":NaN}',
        '{"a":Infinity}',
        '{"a":"\n"}',
        '{"a":"\\x"}',
        '{"a":1/*x*/}',
        `\u0000${JSON.stringify(one.input ?? {})}`,
        `${JSON.stringify(one.input ?? {})}\u0000`,
        '['.repeat(100_000),
        '{"a":'.repeat(100_000),
      ]),
    ),
]
