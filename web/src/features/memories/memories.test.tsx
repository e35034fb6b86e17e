// @vitest-environment happy-dom
import { limits } from '@parlance/contract/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Call, fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../testing/screen.tsx'
import type { Memory } from './data/api.ts'
import { MemorySettings } from './MemorySettings.tsx'
import { RememberedNote } from './RememberedNote.tsx'
import { matching, shortened } from './shownMemories.ts'

const base = '/currentUser/memories'
const settingsPath = '/currentUser/memorySettings'
const memoryOf = (at: number, more: Partial<Memory> = {}): Memory => ({
  memoryId: `m${at}`,
  text: `Fact ${at}`,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 1,
  sourceSegmentId: null,
  sourceConversation: null,
  isProposed: false,
  ...more,
})
let memories: Memory[]
let settings: { allowed: boolean; enabled: boolean }
let calls: Call[]

/** A server with these memories. */
function serve(replies: Replies = {}): void {
  const remove = ({ path }: Call) => {
    const id = path.split('/').at(-1)
    if (!memories.some(({ memoryId }) => memoryId === id)) return problem(404, 'memory.notFound')
    memories = memories.filter(({ memoryId }) => memoryId !== id)
    return new Response(null, { status: 204 })
  }
  const bodyOf = ({ body = '{}' }: Call) => JSON.parse(body) as { text: string; enabled: boolean }
  const ofMemories: Replies = Object.fromEntries(
    memories.flatMap(({ memoryId }) => [
      [`DELETE ${base}/${memoryId}`, remove],
      [
        `PUT ${base}/${memoryId}`,
        (call: Call) => {
          memories = memories.map((one) =>
            one.memoryId === memoryId ? { ...one, ...bodyOf(call), version: one.version + 1 } : one,
          )
          return json(memories.find((one) => one.memoryId === memoryId))
        },
      ],
    ]),
  )
  calls = fakeReplies({
    [`GET ${settingsPath}`]: () => json({ ...settings, count: memories.length }),
    [`PUT ${settingsPath}`]: (call) => {
      settings = { ...settings, enabled: bodyOf(call).enabled }
      return json({ ...settings, count: memories.length })
    },
    [`GET ${base}`]: ({ path }) => {
      const wanted = new URL(path, 'http://localhost').searchParams.get('memoryId')
      const items = memories.filter(({ memoryId }) => wanted === null || memoryId === wanted)
      return json({
        items: settings.allowed ? items : [],
        continuationToken: null,
        allowed: settings.allowed,
      })
    },
    [`POST ${base}`]: (call) => {
      memories = [memoryOf(99, { text: bodyOf(call).text }), ...memories]
      return json({ memoryId: 'm99' })
    },
    [`DELETE ${base}`]: () => {
      memories = []
      return new Response(null, { status: 204 })
    },
    ...ofMemories,
    ...replies,
  }).calls
}
const shownTexts = () =>
  [...document.querySelectorAll('.memories-list .memory-text')].map((one) => one.textContent)
const made = (method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path.startsWith(`/api/internal${path}`))

beforeEach(() => {
  memories = [memoryOf(1), memoryOf(2), memoryOf(3)]
  settings = { allowed: true, enabled: false }
})

describe('the settings', () => {
  it('have a switch that is off, and stores each change', async () => {
    serve()
    show(<MemorySettings />)
    await untilShown('Use memory in my chats')
    expect(get<HTMLInputElement>('switch').checked).toBe(false)
    await press('switch')
    expect(get<HTMLInputElement>('switch').checked).toBe(true)
    await until(() => expect(settings.enabled).toBe(true))
  })

  it('show the switch as it was if the change is refused', async () => {
    serve({ [`PUT ${settingsPath}`]: () => problem(409, 'memory.notAllowed') })
    show(<MemorySettings />)
    await press('switch')
    await untilShown('Memory isn’t allowed on this instance.')
    expect(get<HTMLInputElement>('switch').checked).toBe(false)
  })

  it('show nothing if the instance has no memory', async () => {
    memories = []
    settings.allowed = false
    serve()
    const { place } = show(<MemorySettings />)
    await until(() => expect(made('GET', settingsPath)).toHaveLength(1))
    expect(place.textContent).toBe('')
  })

  it('still delete what is stored once the instance no longer allows memory', async () => {
    settings.allowed = false
    serve()
    show(<MemorySettings />)
    await untilShown('Memory isn’t allowed on this instance. Stored memories aren’t used')
    expect(all('switch')).toEqual([])
    await press('button', 'Delete all memories')
    await untilShown('Your 3 memories are deleted everywhere')
    await press('button', 'Delete all memories', get('dialog'))
    await untilShown('All memories deleted')
    expect(memories).toEqual([])
  })
})

describe('the memories', () => {
  async function open(replies: Replies = {}) {
    serve(replies)
    show(<MemorySettings />)
    await press('button', /^Manage/)
    await until(() => void get('dialog', 'Memories'))
  }

  it('are listed with their date and the conversation that they are from', async () => {
    memories[0] = memoryOf(1, {
      sourceSegmentId: 's1',
      sourceConversation: { conversationId: 'c1', gptSystemId: 'g1', title: 'About tea' },
    })
    await open()
    await until(() => expect(shownTexts()).toEqual(['Fact 1', 'Fact 2', 'Fact 3']))
    const link = get<HTMLAnchorElement>('link', 'Conversation About tea')
    expect(link.getAttribute('href')).toBe('/chat/g1?conversationId=c1&message=s1&q=')
    expect(document.body.textContent).toContain('No conversation')
    expect(document.body.textContent).toContain('Nov 20, 2026')
    expect(document.body.textContent).toContain('Memory is off.')
  })

  it('are searched by words', async () => {
    await open()
    await until(() => expect(shownTexts()).toHaveLength(3))
    type(get('textbox', 'Search memories'), '2 FACT')
    expect(shownTexts()).toEqual(['Fact 2'])
    type(get('textbox', 'Search memories'), 'nothing')
    expect(document.body.textContent).toContain('No memories match your search.')
  })

  it('are added, but neither empty nor too long', async () => {
    await open()
    await press('button', 'Add memory')
    await press('button', 'Save memory')
    expect(document.body.textContent).toContain('Enter what to remember')
    type(get('textbox', 'Memory'), 'x'.repeat(limits.memoryText + 1))
    expect(document.body.textContent).toContain('Use 500 characters or fewer')
    type(get('textbox', 'Memory'), '  Likes tea ')
    await press('button', 'Save memory')
    await until(() => expect(shownTexts()).toEqual(['Likes tea', 'Fact 1', 'Fact 2', 'Fact 3']))
    expect(made('POST', base)).toHaveLength(1)
    await untilShown('Memory added')
  })

  it('keep what was typed if they can’t be stored, and retry with the same key', async () => {
    let fails = true
    await open({
      [`POST ${base}`]: () => {
        if (!fails) return json({ memoryId: 'm99' })
        fails = false
        return problem(500, 'server.failed')
      },
    })
    await press('button', 'Add memory')
    type(get('textbox', 'Memory'), 'Likes tea')
    await press('button', 'Save memory')
    await until(() => void get('alert'))
    expect(textIn(get('textbox', 'Memory'))).toBe('Likes tea')
    await press('button', 'Save memory')
    await untilShown('Memory added')
    const keys = made('POST', base).map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
  })

  it('are edited in place, with their version', async () => {
    await open()
    await press('button', 'Edit “Fact 2”')
    type(get('textbox', 'Memory'), 'Fact two')
    await press('button', 'Save memory')
    await until(() => expect(shownTexts()).toEqual(['Fact 1', 'Fact two', 'Fact 3']))
    expect(made('PUT', `${base}/m2`)[0]?.headers['if-match']).toBe('"1"')
  })

  it('stay in sight while they are edited, and can be left if they are deleted elsewhere', async () => {
    await open()
    await press('button', 'Edit “Fact 2”')
    type(get('textbox', 'Search memories'), 'nothing')
    expect(textIn(get('textbox', 'Memory'))).toBe('Fact 2')
    memories = memories.filter(({ memoryId }) => memoryId !== 'm2')
    window.dispatchEvent(new Event('focus'))
    await until(() => expect(all('textbox', 'Memory')).toEqual([]))
    await press('button', 'Close')
    await until(() => expect(all('dialog')).toEqual([]))
  })

  it('are deleted one by one, also if one is already gone', async () => {
    await open()
    await press('button', 'Delete “Fact 2”')
    await press('button', 'Delete memory')
    await until(() => expect(shownTexts()).toEqual(['Fact 1', 'Fact 3']))
    memories = memories.filter(({ memoryId }) => memoryId !== 'm3')
    await press('button', 'Delete “Fact 3”')
    await press('button', 'Delete memory')
    await untilShown('This memory doesn’t exist or was deleted.')
    await until(() => expect(shownTexts()).toEqual(['Fact 1']))
  })

  it('are all deleted once that is confirmed', async () => {
    await open()
    await press('button', 'Delete all memories')
    await press('button', 'Cancel')
    expect(memories).toHaveLength(3)
    await press('button', 'Delete all memories')
    await press('button', 'Delete all memories', all('dialog').at(-1))
    await untilShown('No memories yet.')
  })

  it('stay open if their number can’t be loaded again', async () => {
    let works = true
    let failed = 0
    await open({
      [`GET ${settingsPath}`]: () => {
        if (works) return json({ ...settings, count: memories.length })
        failed += 1
        return problem(500, 'server.failed')
      },
    })
    works = false
    await press('button', 'Delete “Fact 2”')
    await press('button', 'Delete memory')
    await until(() => expect(failed).toBeGreaterThan(0))
    await until(() => expect(shownTexts()).toEqual(['Fact 1', 'Fact 3']))
    await until(() => void get('dialog', 'Memories'))
  })

  it('can’t be added beyond the limit, which is said', async () => {
    memories = Array.from({ length: limits.memoriesPerUser }, (_, at) => memoryOf(at))
    await open()
    await untilShown('You have 200 memories, which is the maximum.')
    expect(get<HTMLButtonElement>('button', 'Add memory').disabled).toBe(true)
  })
})

describe('what an answer has remembered', () => {
  it('is shown as the memory is now, and Undo deletes it', async () => {
    serve()
    show(<RememberedNote memoryId="m1" />)
    await untilShown('Remembered: Fact 1')
    await press('button', 'Undo: delete the memory “Fact 1”')
    await untilShown('Memory deleted')
    expect(document.body.textContent).not.toContain('Fact 1')
    expect(memories.map(({ memoryId }) => memoryId)).toEqual(['m2', 'm3'])
    expect(document.activeElement?.textContent).toBe('Memory deleted')
  })

  it('says so if it is already deleted, before and after Undo', async () => {
    serve()
    show(<RememberedNote memoryId="m0" />)
    await untilShown('Memory deleted')
    show(<RememberedNote memoryId="m1" />)
    await untilShown('Remembered: Fact 1')
    memories = []
    await press('button', /^Undo/)
    await untilShown('This memory was already deleted')
    expect(document.body.textContent).not.toContain('Fact 1')
  })

  it('is gone when the user returns after deleting it in another window', async () => {
    serve()
    show(<RememberedNote memoryId="m1" />)
    await untilShown('Remembered: Fact 1')
    memories = []
    window.dispatchEvent(new Event('focus'))
    await untilShown('Memory deleted')
    expect(document.body.textContent).not.toContain('Fact 1')
  })

  it('stays if it couldn’t be deleted', async () => {
    serve({ [`DELETE ${base}/m1`]: () => problem(500, 'server.failed') })
    show(<RememberedNote memoryId="m1" />)
    await press('button', /^Undo/)
    await until(() => expect(made('DELETE', `${base}/m1`).length).toBeGreaterThan(0))
    await until(() => void get('alert'))
    expect(document.body.textContent).toContain('Remembered: Fact 1')
  })

  it('says no more than that while the instance doesn’t allow memory', async () => {
    settings.allowed = false
    serve()
    show(<RememberedNote memoryId="m1" />)
    await until(() => expect(made('GET', base)).toHaveLength(1))
    await untilShown('Remembered something about you')
    expect(all('button')).toEqual([])
  })
})

it('a long memory is named by its start', () => {
  expect(shortened('Short')).toBe('Short')
  expect(shortened(`${'word '.repeat(12)}end`)).toBe(`${'word '.repeat(12).trimEnd()}…`)
})

it('a search finds memories with all of its words', () => {
  expect(matching(memories, ' ').length).toBe(3)
  expect(matching(memories, 'fact 3').map(({ memoryId }) => memoryId)).toEqual(['m3'])
})
