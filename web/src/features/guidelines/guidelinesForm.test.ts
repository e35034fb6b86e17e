import { describe, expect, it, test } from 'vitest'
import {
  type DocumentValues,
  documentErrors,
  documentInput,
  mergedDraft,
  pathOf,
  type SectionValues,
  templateErrors,
  templateInput,
} from './guidelinesForm.ts'
import { guidelinesTexts } from './lang/en.ts'

const t = guidelinesTexts.text
const section = (key: string, text = `Text of ${key}`): SectionValues => ({
  key,
  heading: `Heading ${key}`,
  text,
  isInstruction: false,
})
const draft = (...sections: SectionValues[]): DocumentValues => ({
  title: 'Rules',
  links: [],
  requireConsent: true,
  sections,
})
const textsOf = ({ sections }: DocumentValues) => sections.map(({ text }) => text)

describe('errors', () => {
  it('are at the title and at the heading that is missing', () => {
    const values = { ...draft(section('a'), { ...section('b'), heading: ' ' }), title: ' ' }
    expect(documentErrors(values, t)).toEqual({
      title: 'Enter a title',
      'sections.b.heading': 'Enter a heading',
    })
  })

  it('count characters, and the text of all sections together', () => {
    expect(documentErrors({ ...draft(), title: '😀'.repeat(200) }, t)).toEqual({})
    expect(documentErrors({ ...draft(), title: 'x'.repeat(201) }, t)).toHaveProperty('title')
    const half = 'x'.repeat(25_000)
    expect(documentErrors(draft(section('a', half), section('b', half)), t)).toEqual({})
    expect(documentErrors(draft(section('a', half), section('b', `${half}x`)), t)).toHaveProperty('sections')
  })

  it('ask for a section in a template, but not in a draft', () => {
    const template = { title: 'T', description: '', language: 'en' as const, sections: [] }
    expect(templateErrors(template, t)).toEqual({ sections: 'Add at least one section' })
    expect(documentErrors(draft(), t)).toEqual({})
  })

  it('of the server are found at their fields', () => {
    const values = draft(section('a'), section('b'))
    expect(pathOf('sections.1.heading', values)).toBe('sections.b.heading')
    expect(pathOf('sections.1', values)).toBe('sections.b.heading')
    expect(pathOf('links.0.gptSystemId', values)).toBe('links')
    expect(pathOf('sections.a.text', values)).toBe('sections.a.text')
  })
})

test('what is sent has no names, keys, or spaces around it', () => {
  const links = [
    { gptSystemId: 'one', name: 'Agent' },
    { brandKey: 'halden', name: null },
  ]
  expect(documentInput({ ...draft(section('a')), title: ' Rules ', links })).toEqual({
    title: 'Rules',
    links: [{ gptSystemId: 'one' }, { brandKey: 'halden' }],
    requireConsent: true,
  })
  const template = { title: ' T ', description: ' D ', language: 'ar' as const, sections: [section('a')] }
  expect(templateInput(template)).toEqual({
    title: 'T',
    description: 'D',
    language: 'ar',
    sections: [{ heading: 'Heading a', text: 'Text of a', isInstruction: false }],
  })
})

describe('two people change the same draft', () => {
  const base = draft(section('a'), section('b'), section('c'))

  it('different sections and fields are joined', () => {
    const mine = { ...draft(section('a', 'mine'), section('b'), section('c')), title: 'My rules' }
    const theirs = { ...draft(section('a'), section('b', 'theirs'), section('c')), requireConsent: false }
    const { values, conflicts } = mergedDraft(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(textsOf(values)).toEqual(['mine', 'theirs', 'Text of c'])
    expect([values.title, values.requireConsent]).toEqual(['My rules', false])
  })

  it('added, removed, and moved sections are joined', () => {
    const mine = draft(section('new', 'mine'), section('c'), section('a'), section('b'))
    const theirs = draft(section('a'), section('c'), section('d', 'theirs'))
    const { values, conflicts } = mergedDraft(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(values.sections.map(({ key }) => key)).toEqual(['new', 'c', 'a', 'd'])
  })

  it('their order is kept if mine is as it was', () => {
    const theirs = draft(section('c'), section('b'), section('a'))
    const mine = draft(section('a', 'mine'), section('b'), section('c'))
    expect(mergedDraft(base, mine, theirs).values.sections.map(({ key }) => key)).toEqual(['c', 'b', 'a'])
  })

  it('theirs are only the sections that both have changed', () => {
    const mine = draft(section('a', 'mine'), section('b', 'mine'), section('c'), section('new', 'mine'))
    const theirs = draft(section('a', 'theirs'), section('b'), section('c'))
    const { theirSections } = mergedDraft(base, mine, theirs)
    expect(theirSections.map(({ text }) => text)).toEqual(['theirs', 'mine', 'Text of c', 'mine'])
  })

  it('the same section, and a section that the other has removed, are conflicts that keep mine', () => {
    const mine = draft(section('a', 'mine'), section('b'), section('c'))
    const changed = mergedDraft(
      base,
      mine,
      draft(section('a', 'theirs'), section('b', 'theirs'), section('c')),
    )
    expect(changed.conflicts).toEqual(['sections'])
    expect(textsOf(changed.values)).toEqual(['mine', 'theirs', 'Text of c'])
    const removed = mergedDraft(base, mine, draft(section('b'), section('c')))
    expect(removed.conflicts).toEqual(['sections'])
    expect(removed.values.sections.find(({ key }) => key === 'a')?.text).toBe('mine')
  })

  it('the same change by both is no conflict', () => {
    const same = { ...draft(section('a', 'same'), section('b')), title: 'Same' }
    expect(mergedDraft(base, same, structuredClone(same)).conflicts).toEqual([])
  })

  it('a section that I added and that is stored already is no conflict', () => {
    const mine = draft(...base.sections, section('new', 'longer'))
    const theirs = draft(...base.sections, section('new', 'short'))
    const { values, conflicts } = mergedDraft(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(textsOf(values).at(-1)).toBe('longer')
  })
})
