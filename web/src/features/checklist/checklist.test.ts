import { describe, expect, test } from 'vitest'
import type { Entry, State } from './data/api.ts'
import { fixOf } from './fixes.ts'
import { checklistTexts } from './lang/en.ts'
import { isSeen, progressOf, seenOf } from './progress.ts'
import { sentenceOf } from './sentences.ts'

const t = checklistTexts.text

const name = (state: State): Entry => ({ item: 'Name', state, facts: { name: 'Parlance' } })
const brand = (state: State): Entry => ({ item: 'Brand', state, facts: { changed: state === 'Done' } })
const backup = (state: State): Entry => ({
  item: 'LastBackup',
  state,
  facts: { at: '2026-01-01T00:00:00.000Z', days: 9, unsound: 0 },
})
const origin = (state: State): Entry => ({
  item: 'PublicOrigin',
  state,
  facts: { origin: 'http://localhost:8080', reach: 'ThisComputer' },
})

describe('progress', () => {
  test('lists items that aren’t working first and optional ones last, and doesn’t count optional ones', () => {
    const entries = [origin('Optional'), backup('Warning'), name('Open'), brand('Wrong')]
    const { left, done, counted, complete } = progressOf(entries)
    expect(left.map(({ item }) => item)).toEqual(['Brand', 'Name', 'LastBackup', 'PublicOrigin'])
    expect([done.length, counted, complete]).toEqual([0, 3, false])
  })

  test('is complete when only optional items are left', () => {
    expect(progressOf([name('Done'), origin('Optional')])).toMatchObject({ counted: 1, complete: true })
    expect(progressOf([name('Done'), brand('Unknown')]).complete).toBe(false)
  })
})

describe('a hidden checklist', () => {
  const seen = seenOf([name('Open'), brand('Done'), backup('Warning')])

  test('stays hidden while states improve', () => {
    expect(isSeen([name('Open'), brand('Done'), backup('Warning')], seen)).toBe(true)
    expect(isSeen([name('Done'), brand('Done'), backup('Done')], seen)).toBe(true)
  })

  test('reappears when an item opens or gets worse', () => {
    expect(isSeen([name('Open'), brand('Open'), backup('Warning')], seen)).toBe(false)
    expect(isSeen([name('Wrong'), brand('Done'), backup('Warning')], seen)).toBe(false)
  })
})

describe('an item', () => {
  test('says if it couldn’t be checked', () => {
    const unknown: Entry = { item: 'Name', state: 'Unknown', facts: null }
    expect(sentenceOf(unknown, t)).toContain('couldn’t be checked')
    expect(fixOf(unknown, [unknown], t)).toBe(null)
  })

  test('describes its facts', () => {
    expect(sentenceOf(name('Open'), t)).toContain('still Parlance')
    expect(sentenceOf(name('Done'), t)).toBe('The name is Parlance.')
    expect(sentenceOf(backup('Warning'), t)).toContain('9 days old')
    const groups: Entry = { item: 'DirectoryGroups', state: 'Warning', facts: { people: 3, unknown: 2 } }
    expect(sentenceOf(groups, t)).toContain('hasn’t provided the groups of 2 people')
    expect(sentenceOf(groups, t)).toContain('doesn’t mean they have none')
  })

  test('leads to a new policy for the agent that no one can use, and nowhere if there is no agent', () => {
    const unused = { gptSystemId: '0199aaaa-0000-7000-8000-000000000001', name: 'First' }
    const use = (facts: { published: number; usable: number; unused: typeof unused | null }): Entry => ({
      item: 'WhoMayUse',
      state: 'Open',
      facts,
    })
    const one = use({ published: 1, usable: 0, unused })
    expect(fixOf(one, [one], t)).toMatchObject({
      path: '/admin/chatAccessPolicy/new',
      suggestion: { gptSystem: unused },
    })
    const none = use({ published: 0, usable: 0, unused: null })
    expect(fixOf(none, [none], t)).toBe(null)
    expect(sentenceOf(none, t)).toContain('Publish an agent first')
  })

  test('tests an existing key, and asks for one if there is none', () => {
    const keys = (languageEngines: 'OpenAI'[], state: State = 'Open'): Entry => ({
      item: 'ProviderKey',
      state,
      facts: { keys: languageEngines.map((languageEngine) => ({ languageEngine, lastTest: null })) },
    })
    expect(fixOf(keys(['OpenAI']), [], t)).toMatchObject({ label: 'Test API key' })
    expect(fixOf(keys(['OpenAI'], 'Wrong'), [], t)).toMatchObject({ label: 'Review API key' })
    expect(fixOf(keys([]), [], t)).toMatchObject({ label: 'Add API key' })
  })
})
