// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { type EditForm, useEditForm } from './useEditForm.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

interface Values {
  name: string
  note: string
}
interface Thing extends Values {
  version: number
  picture?: string
}
type Answer = { data?: Thing; error?: unknown }

let form: EditForm<Values>
let answers: ((values: Values, version: number) => Answer | Promise<Answer>)[] = []
let sent: [Values, number][] = []
let render = (_: Thing) => {}
let unmount = () => {}

const thing: Thing = { name: 'Halden', note: '', version: 1 }
const problem = (status: number, code: string, more: object = {}) => ({
  error: { status, data: { status, code, title: 'Not so.', requestId: 'r', ...more }, requestId: 'r' },
})

function Screen({ entity }: { entity: Thing }) {
  form = useEditForm<Values, Thing>({
    entity,
    valuesOf: ({ name, note }) => ({ name, note }),
    validate: ({ name }): Record<string, string> => (name === '' ? { name: 'Name is required' } : {}),
    save: async (values, version) => {
      sent.push([values, version])
      return answers.shift()!(values, version)
    },
  })!
  return null
}

function open(entity = thing) {
  const root = createRoot(document.createElement('div'))
  render = (next) => act(() => root.render(<Screen entity={next} />))
  unmount = () => act(() => root.unmount())
  render(entity)
}
const set = (field: keyof Values, value: string) => act(() => form.set(field, value))
const submit = () => act(async () => void form.submit())

afterEach(() => {
  unmount()
  answers = []
  sent = []
})

it('sends the input with the version it is based on, and continues with the saved values', async () => {
  open()
  set('name', 'Rail ')
  expect(form.changed).toEqual(['name'])
  answers = [() => ({ data: { name: 'Rail', note: '', version: 2 } })]
  await submit()
  expect(sent).toEqual([[{ name: 'Rail ', note: '' }, 1]])
  expect([form.values.name, form.changed]).toEqual(['Rail', []])
})

it('isn’t sent while it has errors', async () => {
  open()
  set('name', '')
  await submit()
  expect(sent).toEqual([])
  expect(form.errors).toEqual({ name: 'Name is required' })
  expect(form.wanted).toEqual({ path: 'name' })
  set('name', 'x')
  expect(form.errors).toEqual({})
})

it('shows server errors at the field or for the whole form, and keeps the input', async () => {
  open()
  set('name', 'Taken')
  answers = [
    () => problem(400, 'request.invalid', { errors: [{ field: 'name', message: 'Too long.' }] }),
    () => problem(500, 'server.failed'),
  ]
  await submit()
  expect(form.errors).toEqual({ name: 'Too long.' })
  await submit()
  expect(form.error).toMatchObject({ status: 500 })
  expect(form.values.name).toBe('Taken')
})

it('asks if someone else has saved, and saves the chosen values over their version', async () => {
  open()
  set('name', 'Mine')
  const current: Thing = { name: 'Theirs', note: 'theirs', version: 5 }
  answers = [
    () => problem(412, 'request.stale', { current }),
    (values) => ({ data: { ...values, version: 6 } }),
  ]
  await submit()
  expect(form.conflict?.differences.map(({ field, changedBy }) => [field, changedBy])).toEqual([
    ['name', 'both'],
    ['note', 'them'],
  ])
  expect(form.values.name).toBe('Mine')
  await act(async () => form.resolve({ name: 'mine', note: 'theirs' }))
  expect(sent[1]).toEqual([{ name: 'Mine', note: 'theirs' }, 5])
  expect([form.changed, form.conflict]).toEqual([[], undefined])
})

it('discarding mine sends nothing and shows theirs', async () => {
  open()
  set('name', 'Mine')
  answers = [() => problem(412, 'request.stale', { current: { name: 'Theirs', note: '', version: 5 } })]
  await submit()
  await act(async () => form.resolve({ name: 'theirs' }))
  expect(sent).toHaveLength(1)
  expect([form.values.name, form.changed]).toEqual(['Theirs', []])
})

it('doesn’t ask if the only changes are outside the form, such as an image', async () => {
  open()
  set('name', 'Mine')
  answers = [
    () => problem(412, 'request.stale', { current: { ...thing, picture: 'new.webp', version: 2 } }),
    (values) => ({ data: { ...values, version: 3 } }),
  ]
  await submit()
  expect(form.conflict).toBeUndefined()
  expect(sent.map(([, version]) => version)).toEqual([1, 2])
})

it('moves to the version of a reloaded object, and keeps input entered during a save', async () => {
  open()
  set('name', 'Mine')
  render({ ...thing, picture: 'new.webp', version: 2 })
  expect(form.values.name).toBe('Mine')
  let answer = (_: Answer) => {}
  answers = [
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  ]
  await submit()
  expect([sent[0]?.[1], form.saving]).toEqual([2, true])
  set('note', 'typed meanwhile')
  await act(async () => answer({ data: { name: 'Mine', note: '', version: 3 } }))
  expect([form.values.note, form.changed, form.saving]).toEqual(['typed meanwhile', ['note'], false])
})
