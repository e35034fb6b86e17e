// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AGAIN_MS, type Autosave, REST_MS, useAutosave } from './useAutosave.ts'
import { type EditForm, useEditForm } from './useEditForm.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

interface Thing {
  name: string
  note: string
  version: number
}
type Values = Pick<Thing, 'name' | 'note'>
type Answer = { data?: Thing; error?: unknown }

let form: EditForm<Values>
let autosave: Autosave
let sent: Values[] = []
/** Saves like the server, trimming spaces, unless a test overrides it. */
let answer: (values: Values, version: number) => Answer | Promise<Answer>
let unmount = () => {}

const stored = ({ name, note }: Values, version: number): Answer => ({
  data: { name: name.trim(), note: note.trim(), version: version + 1 },
})
const failed: Answer = { error: { status: 500, data: { status: 500, code: 'internal' }, requestId: 'r' } }
const conflict = (current: Thing): Answer => ({
  error: { status: 412, data: { status: 412, code: 'request.stale', current }, requestId: 'r' },
})

function Screen() {
  form = useEditForm<Values, Thing>({
    entity: thing,
    valuesOf: ({ name, note }) => ({ name, note }),
    validate: ({ name }): Record<string, string> => (name.trim() === '' ? { name: 'Name is required' } : {}),
    save: async (values, version) => {
      sent.push(values)
      return answer(values, version)
    },
  })!
  autosave = useAutosave(form)
  return null
}
const thing: Thing = { name: 'Halden', note: '', version: 1 }
const set = (field: keyof Values, value: string) => act(() => form.set(field, value))
const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  answer = stored
  sent = []
  const root = createRoot(document.createElement('div'))
  unmount = () => act(() => root.unmount())
  act(() => root.render(<Screen />))
})
afterEach(() => {
  unmount()
  vi.useRealTimers()
})

it('saves once after typing pauses', async () => {
  set('note', 'a')
  await rest(REST_MS - 1)
  set('note', 'ab')
  await rest(REST_MS - 1)
  expect(sent).toEqual([])
  await rest(1)
  expect(sent).toEqual([{ name: 'Halden', note: 'ab' }])
  expect(form.changed).toEqual([])
  await rest(AGAIN_MS)
  expect(sent).toHaveLength(1)
})

it('keeps a trailing space that the server trims, and doesn’t save it repeatedly', async () => {
  set('note', 'half a ')
  await rest(REST_MS)
  expect(form.values.note).toBe('half a ')
  expect(form.changed).toEqual([])
  await rest(AGAIN_MS)
  expect(sent).toHaveLength(1)
})

it('waits while a field is invalid, shows the error without moving the focus, and resumes once it is valid', async () => {
  set('name', ' ')
  await rest(REST_MS)
  expect(sent).toEqual([])
  expect(form.errors).toEqual({ name: 'Name is required' })
  expect(form.wanted).toBeUndefined()
  act(() => autosave.save())
  expect(form.wanted).toEqual({ path: 'name' })
  set('name', 'Rail')
  await rest(REST_MS)
  expect(sent).toEqual([{ name: 'Rail', note: '' }])
})

it('retries after a delay when saving fails, and immediately when the network is back', async () => {
  answer = () => failed
  set('note', 'kept')
  await rest(REST_MS)
  await rest(AGAIN_MS - 1)
  expect(sent).toHaveLength(1)
  await rest(1)
  expect(sent).toHaveLength(2)
  answer = stored
  await act(async () => void dispatchEvent(new Event('online')))
  expect(sent).toHaveLength(3)
  expect(form.changed).toEqual([])
  expect(form.error).toBeUndefined()
})

it('asks about someone else’s change once, not at every typing pause', async () => {
  answer = () => conflict({ name: 'Halden', note: 'theirs', version: 2 })
  set('note', 'mine')
  await rest(REST_MS)
  expect(form.conflict?.differences).toHaveLength(1)
  act(() => form.leaveConflict())
  await rest(AGAIN_MS)
  expect(sent).toHaveLength(1)
  set('note', 'mine, too')
  await rest(REST_MS)
  expect(sent).toHaveLength(2)
})

it('settles: saves everything, including input entered during a save', async () => {
  let arrive = () => {}
  answer = (values, version) => new Promise((resolve) => (arrive = () => resolve(stored(values, version))))
  set('note', 'one')
  let settled: boolean | undefined
  act(() => void autosave.settle().then((all) => (settled = all)))
  set('note', 'two')
  answer = stored
  arrive()
  // A page renders more often than every 100 ms.
  for (let step = 0; step < 20; step++) await rest(20)
  expect(sent.map(({ note }) => note)).toEqual(['one', 'two'])
  expect(settled).toBe(true)
  expect(await autosave.settle()).toBe(true)
})

it('settles if requested while a save is running', async () => {
  let arrive = () => {}
  answer = (values, version) => new Promise((resolve) => (arrive = () => resolve(stored(values, version))))
  set('note', 'one')
  await rest(REST_MS)
  act(() => autosave.save())
  let settled: boolean | undefined
  act(() => void autosave.settle('byPerson').then((all) => (settled = all)))
  arrive()
  for (let step = 0; step < 20; step++) await rest(20)
  expect(sent).toHaveLength(1)
  expect(settled).toBe(true)
})

it('shows the error that blocks saving to a user who asks to save', async () => {
  set('name', ' ')
  act(() => void autosave.settle('byPerson'))
  await rest(10)
  expect(form.wanted).toEqual({ path: 'name' })
})

it('doesn’t settle if saving fails', async () => {
  answer = () => failed
  set('note', 'lost?')
  let settled: boolean | undefined
  act(() => void autosave.settle().then((all) => (settled = all)))
  await rest(10)
  expect(settled).toBe(false)
  expect(form.values.note).toBe('lost?')
})
