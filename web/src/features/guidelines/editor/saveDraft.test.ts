import { expect, it } from 'vitest'
import type { GuidelinesDocument } from '../data/api.ts'
import { type DocumentValues, documentValuesOf, SectionKeys } from '../guidelinesForm.ts'
import { type DraftCalls, saveDraft } from './saveDraft.ts'

const failure = (status: number, code: string, more: object = {}) => ({
  status,
  requestId: '',
  data: { code, ...more },
})

/** A server with one document, which checks versions as the real one does. */
function fakeDocument() {
  const sections = ['a', 'b'].map((documentSectionId) => ({
    documentSectionId,
    heading: `Heading ${documentSectionId}`,
    text: '',
    isInstruction: false,
    version: 1,
  }))
  const stored = {
    title: 'Rules',
    links: [],
    requireConsent: true,
    version: 1,
    sections,
  } as unknown as GuidelinesDocument
  const made: string[] = []
  let broken: string | null = null
  const find = (id: string) => stored.sections.find(({ documentSectionId }) => documentSectionId === id)
  const attempt = async <T>(call: string, act: () => T) => {
    made.push(call)
    return broken && call.startsWith(broken) ? { error: failure(500, 'server.failed') } : { data: act() }
  }
  const calls: DraftCalls = {
    read: async () => ({ data: structuredClone(stored) }),
    update: (input) => attempt('update', () => Object.assign(stored, input)),
    add: (input) =>
      attempt(`add ${input.heading}`, () => {
        const added = { ...input, documentSectionId: `id of ${input.heading}`, version: 1 }
        stored.sections.push(added)
        return added
      }),
    async change(id, input, version) {
      if (find(id)?.version !== version)
        return { error: failure(412, 'request.stale', { current: find(id) }) }
      return attempt(`change ${id}`, () => Object.assign(find(id)!, input, { version: version + 1 }))
    },
    remove: (id) =>
      attempt(`remove ${id}`, () => {
        stored.sections = stored.sections.filter(({ documentSectionId }) => documentSectionId !== id)
      }),
    order: (ids) =>
      attempt(`order ${ids.join()}`, () => {
        stored.sections = ids.map((id) => find(id)!)
      }),
  }
  return { stored, calls, made, break: (call: string | null) => (broken = call) }
}

const blank = { text: '', isInstruction: false }
const valuesOf = (stored: GuidelinesDocument, keys: SectionKeys): DocumentValues =>
  documentValuesOf(structuredClone(stored), keys)

it('makes only the calls that are needed, and orders sections last', async () => {
  const { stored, calls, made } = fakeDocument()
  const keys = new SectionKeys()
  const base = valuesOf(stored, keys)
  const [, b] = base.sections
  const mine = {
    ...base,
    sections: [
      { key: 'new', heading: 'New', ...blank },
      { ...b!, text: 'changed' },
    ],
  }
  const outcome = await saveDraft(calls, { base, mine, keys })
  expect(outcome).toHaveProperty('data')
  expect(made).toEqual(['remove a', 'add New', 'change b', 'order id of New,b'])
  expect(stored.sections.map(({ heading, text }) => [heading, text])).toEqual([
    ['New', ''],
    ['Heading b', 'changed'],
  ])
  made.length = 0
  const after = valuesOf(stored, keys)
  expect(after.sections.map(({ key }) => key)).toEqual(['new', 'b'])
  await saveDraft(calls, { base: after, mine: after, keys })
  expect(made).toEqual([])
})

it('continues after an error, adds nothing twice, and names the section at fault', async () => {
  const { stored, calls, made, break: fail } = fakeDocument()
  const keys = new SectionKeys()
  const base = valuesOf(stored, keys)
  const [a, b] = base.sections
  const mine = {
    ...base,
    sections: [{ key: 'one', heading: 'One', ...blank }, a!, { ...b!, text: 'changed' }],
  }
  fail('change b')
  expect(await saveDraft(calls, { base, mine, keys })).toHaveProperty('error.data.code', 'server.failed')
  fail(null)
  expect(await saveDraft(calls, { base, mine, keys })).toHaveProperty('data')
  expect(made.filter((call) => call.startsWith('add'))).toEqual(['add One'])
  expect(stored.sections.map(({ heading }) => heading)).toEqual(['One', 'Heading a', 'Heading b'])

  const refused = {
    ...calls,
    change: async () => ({ error: failure(400, 'request.invalid', { errors: [{ field: 'heading' }] }) }),
  }
  const now = valuesOf(stored, keys)
  const wrong = { ...now, sections: now.sections.map((one) => ({ ...one, heading: `${one.heading}!` })) }
  expect(await saveDraft(refused, { base: now, mine: wrong, keys })).toHaveProperty('error.data.errors', [
    { field: 'sections.one.heading' },
  ])
})

it('joins what others save during the save, and reports the same section as a conflict', async () => {
  const { stored, calls } = fakeDocument()
  const keys = new SectionKeys()
  const base = valuesOf(stored, keys)
  const mine = {
    ...base,
    sections: base.sections.map((one) => (one.key === 'a' ? { ...one, text: 'mine' } : one)),
  }
  let first = true
  const change: DraftCalls['change'] = (id, input, version) => {
    // Someone else saves another section just before.
    if (first) {
      first = false
      Object.assign(stored.sections[0]!, { version: 2 })
      Object.assign(stored.sections[1]!, { text: 'theirs', version: 2 })
    }
    return calls.change(id, input, version)
  }
  expect(await saveDraft({ ...calls, change }, { base, mine, keys })).toHaveProperty('data')
  expect(stored.sections.map(({ text }) => text)).toEqual(['mine', 'theirs'])

  Object.assign(stored.sections[0]!, { text: 'theirs, too', version: 9 })
  const again = { ...mine, sections: mine.sections.map((one) => ({ ...one, text: `${one.text}!` })) }
  const outcome = await saveDraft(calls, { base: mine, mine: again, keys })
  expect(outcome).toMatchObject({ merged: { conflicts: ['sections'] } })
  expect(stored.sections[0]!.text).toBe('theirs, too')
})
