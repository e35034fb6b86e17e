import { expect, it } from 'vitest'
import { compareVersions, sectionText } from './compareVersions.ts'

const section = (heading: string, text = `Text of ${heading}`, isInstruction = false) => ({
  heading,
  text,
  isInstruction,
})
const version = (...sections: ReturnType<typeof section>[]) => ({ title: 'Rules', sections })

it('finds nothing in equal versions, also if one is a draft with IDs', () => {
  const one = version(section('A'), section('B'))
  const draft = {
    ...one,
    sections: one.sections.map((it, at) => ({ ...it, documentSectionId: `${at}`, version: 3 })),
  }
  expect(compareVersions(one, structuredClone(one))).toEqual([])
  expect(compareVersions(one, draft)).toEqual([])
})

it('pairs sections by heading, and renamed ones by text', () => {
  const before = version(section('A', 'one'), section('B', 'two'), section('C', 'three'))
  const after = version(section('A', 'changed'), section('B, renamed', 'two'), section('D', 'new'))
  expect(compareVersions(before, after)).toEqual([
    { kind: 'section', before: section('A', 'one'), after: section('A', 'changed') },
    { kind: 'section', before: section('B', 'two'), after: section('B, renamed', 'two') },
    { kind: 'section', before: undefined, after: section('D', 'new') },
    { kind: 'section', before: section('C', 'three'), after: undefined },
  ])
})

it('reports another title, another order, and a section that became an instruction', () => {
  const before = version(section('A'), section('B'))
  const after = { ...version(section('B'), section('A', 'Text of A', true)), title: 'New rules' }
  expect(compareVersions(before, after)).toEqual([
    { kind: 'title', before: 'Rules', after: 'New rules' },
    { kind: 'order', before: ['A', 'B'], after: ['B', 'A'] },
    { kind: 'section', before: section('A'), after: section('A', 'Text of A', true) },
  ])
  expect(sectionText(section('A', 'x', true), (is) => `instruction: ${is}`)).toBe(
    'A\n\nx\n\ninstruction: true',
  )
})

it('an added section alone is no other order', () => {
  const kinds = compareVersions(
    version(section('A'), section('B')),
    version(section('N'), section('A'), section('B')),
  )
  expect(kinds).toEqual([{ kind: 'section', before: undefined, after: section('N') }])
})

it('sections with the same heading are paired one by one', () => {
  const before = version(section('A', 'one'), section('A', 'two'))
  expect(compareVersions(before, version(section('A', 'one'), section('A', 'three')))).toEqual([
    { kind: 'section', before: section('A', 'two'), after: section('A', 'three') },
  ])
})
