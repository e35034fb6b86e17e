import { expect, it } from 'vitest'

type Texts = Record<string, string>
const load = (modules: Record<string, unknown>) =>
  Object.entries(modules as Record<string, { default: Texts }>).map(
    ([path, module]) => [path, module.default] as const,
  )

const english = Object.entries(import.meta.glob('../**/lang/en.ts', { eager: true })).map(
  ([path, module]) =>
    [path, Object.values(module as Record<string, { english: Texts }>)[0]!.english] as const,
)
const arabic = new Map(load(import.meta.glob('../**/lang/ar.ts', { eager: true })))
const plural = /_(zero|one|two|few|many|other)$/
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name).sort()

it('finds the texts', () => {
  expect(english.length).toBeGreaterThan(3)
})

it.each(english)('%s has an Arabic text for every key, with the same values', (path, texts) => {
  const other = arabic.get(path.replace('/en.ts', '/ar.ts')) ?? {}
  for (const [key, text] of Object.entries(texts).filter(([key]) => !plural.test(key))) {
    expect(other[key], key).toBeTruthy()
    expect(placeholders(other[key] ?? ''), key).toEqual(placeholders(text))
  }
})

it.each(english)('%s has all six Arabic forms of every plural', (path, texts) => {
  const other = arabic.get(path.replace('/en.ts', '/ar.ts')) ?? {}
  const bases = new Set(
    Object.keys(texts)
      .filter((key) => plural.test(key))
      .map((key) => key.replace(plural, '')),
  )
  for (const base of bases) {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) => !other[`${base}_${form}`])
    expect(forms, base).toEqual([])
  }
})

it.each([...arabic])('%s has no texts beyond the English ones, and is in Arabic', (path, texts) => {
  const source = english.find(([file]) => file === path.replace('/ar.ts', '/en.ts'))?.[1] ?? {}
  const bases = new Set(Object.keys(source).map((key) => key.replace(plural, '')))
  for (const [key, text] of Object.entries(texts)) {
    expect(bases.has(key.replace(plural, '')), key).toBe(true)
    if (/\p{L}/u.test(text.replace(/\{\{.*?\}\}/g, ''))) expect(text, key).toMatch(/[\u0600-\u06ff]/)
  }
})
