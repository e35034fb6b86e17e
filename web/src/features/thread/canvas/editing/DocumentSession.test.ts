import { beforeEach, expect, test } from 'vitest'
import type { CanvasDocument } from '../data/api.ts'
import { type Change, DocumentSession, type Outcome } from './DocumentSession.ts'

const first: CanvasDocument = {
  documentId: 'd',
  conversationId: 'c',
  kind: 'Text',
  title: 'Policy',
  language: '',
  n: 1,
  changedAt: '2026-11-30T00:00:00.000Z',
  version: 1,
  content: 'Book trains.\n\nKeep receipts.\n',
  versions: [],
}

/** What is stored, as the server does it: a change of another version is refused with the current one. */
class Stored {
  document = first
  /** Every content that was ever stored. */
  contents = [first.content]
  isDeleted = false
  failures: Outcome[] = []

  async save(version: number, { content, title }: Change): Promise<Outcome> {
    // Others can save meanwhile.
    await null
    const failure = this.failures.shift()
    if (failure) return failure
    if (this.isDeleted) return { kind: 'Gone' }
    if (version !== this.document.version) return { kind: 'Stale', document: this.document }
    this.document = {
      ...this.document,
      content: content ?? this.document.content,
      title: title ?? this.document.title,
      version: version + 1,
      n: this.document.n + 1,
    }
    this.contents.push(this.document.content)
    return { kind: 'Saved', document: this.document }
  }
}

let stored: Stored
let ids = 0
let waiting: (() => void)[] = []
beforeEach(() => {
  stored = new Stored()
  waiting = []
})

/** An editor with its session. `text` is what the person sees. */
function open() {
  const editor = { text: stored.document.content, session: null as unknown as DocumentSession }
  editor.session = new DocumentSession(stored.document, {
    save: (version, change) => stored.save(version, change),
    newId() {
      ids += 1
      return `id-${ids}`
    },
    show(text) {
      editor.text = text
      editor.session.typed(text)
    },
    later(work) {
      waiting.push(work)
      return () => {
        waiting = waiting.filter((one) => one !== work)
      }
    },
  })
  const type = (text: string) => {
    editor.text = text
    editor.session.typed(text)
  }
  return { editor, session: editor.session, type }
}

test('saves what is typed after a pause', async () => {
  const { session, type } = open()
  type('Book trains early.')
  expect(session.state.read().status).toBe('Unsaved')
  expect(waiting).toHaveLength(1)
  waiting[0]?.()
  await session.flush()
  expect(stored.document.content).toBe('Book trains early.')
  expect(session.state.read().status).toBe('Saved')
})

test('merges what others stored in other places, and saves the whole', async () => {
  const one = open()
  const two = open()
  one.type(first.content.replace('Book', 'Please book'))
  await one.session.flush()
  two.type(first.content.replace('Keep', 'Always keep'))
  await two.session.flush()
  const whole = 'Please book trains.\n\nAlways keep receipts.\n'
  expect(stored.document.content).toBe(whole)
  expect(two.editor.text).toBe(whole)
  one.session.receive(stored.document)
  expect(one.editor.text).toBe(whole)
  expect(one.session.state.read().status).toBe('Saved')
})

test.for(['Mine', 'Theirs', 'Both'] as const)(
  'saves nothing over the same words until the person chooses: %s',
  async (choice) => {
    const one = open()
    const two = open()
    one.type(first.content.replace('Keep', 'Collect'))
    await one.session.flush()
    two.type(first.content.replace('Keep', 'Send'))
    expect(await two.session.flush()).toBe(false)
    expect(two.session.state.read()).toMatchObject({ status: 'Conflict' })
    expect(stored.document.content).toContain('Collect')
    expect(stored.document.content).not.toContain('Send')
    // Typing goes on.
    two.type(`${two.editor.text}Soon.\n`)
    expect(await two.session.resolve(choice)).toBe(true)
    const { content } = stored.document
    expect([content.includes('Collect'), content.includes('Send')]).toEqual(
      { Mine: [false, true], Theirs: [true, false], Both: [true, true] }[choice],
    )
    expect(stored.contents.some((one) => one.includes('Collect'))).toBe(true)
    expect(stored.contents.some((one) => one.includes('Send') && one.includes('Soon.'))).toBe(true)
    expect(two.editor.text).toBe(content)
  },
)

test('tries again after a lost connection, and not what is refused', async () => {
  const { session, type } = open()
  stored.failures = [{ kind: 'Failed', error: 'lost', isFinal: false }]
  type('Once more')
  expect(await session.flush()).toBe(false)
  expect(session.state.read().status).toBe('Failed')
  expect(waiting).toHaveLength(1)
  expect(await session.flush()).toBe(true)
  stored.failures = [{ kind: 'Failed', error: 'too large', isFinal: true }]
  type('Too much')
  expect(await session.flush()).toBe(false)
  expect(session.state.read()).toMatchObject({ status: 'Refused', error: 'too large' })
  expect(waiting).toEqual([])
  expect(session.text).toBe('Too much')
})

test('finds what a lost response has stored', async () => {
  const { session, type } = open()
  type('Stored already')
  await stored.save(1, { content: 'Stored already' })
  expect(await session.flush()).toBe(true)
  expect(stored.contents).toEqual([first.content, 'Stored already'])
})

test('keeps the text of a deleted document', async () => {
  const { session, type } = open()
  stored.isDeleted = true
  type('Still here')
  expect(await session.flush()).toBe(false)
  expect(session.state.read().status).toBe('Gone')
  expect(session.text).toBe('Still here')
})

test('renames after saving the text, also if someone else has saved', async () => {
  const { session, type } = open()
  await stored.save(1, { content: `${first.content}\nThe end.\n` })
  type(first.content.replace('Book', 'Please book'))
  expect(await session.rename('Travel')).toBe(true)
  expect(stored.document).toMatchObject({
    title: 'Travel',
    content: 'Please book trains.\n\nKeep receipts.\n\nThe end.\n',
  })
})

test('loses no word of three writers at random times and places', async () => {
  let seed = 11
  const next = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % most
  }
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at} of the document`)
  stored.document = { ...first, content: lines.join('\n') }
  const writers = [open(), open(), open()]
  const words: string[] = []
  for (let round = 0; round < 300; round += 1) {
    const { editor, session, type } = writers[next(3)]!
    if (session.state.read().status === 'Conflict') await session.resolve('Both')
    const word = `word${round}`
    const parts = editor.text.split(' ')
    parts.splice(next(parts.length), 0, word)
    words.push(word)
    type(parts.join(' '))
    if (next(3) === 0) await session.flush()
    if (next(4) === 0) writers[next(3)]!.session.receive(stored.document)
  }
  for (let turn = 0; turn < 3; turn += 1)
    for (const { session } of writers) {
      await session.flush()
      if (session.state.read().status === 'Conflict') await session.resolve('Both')
    }
  expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(stored.document.content))).toEqual([])
})

test('replaces the text as it is after saving, with what was typed and merged meanwhile', async () => {
  const one = open()
  const two = open()
  two.type(first.content.replace('Keep', 'Always keep'))
  await two.session.flush()
  one.type(first.content.replace('Book', 'Please book'))
  const replaced = one.session.replace((now) => now.replace('trains', 'buses'), 'Model')
  one.type(`${one.editor.text}More.\n`)
  expect(await replaced).toBe(true)
  const whole = 'Please book buses.\n\nAlways keep receipts.\nMore.\n'
  expect(stored.document.content).toBe(whole)
  expect(one.editor.text).toBe(whole)
  expect(stored.contents.at(-2)).toBe(whole.replace('buses', 'trains'))
})

test('replaces nothing if the text can’t be saved before, or the passage is gone', async () => {
  const { editor, session, type } = open()
  type('Typed')
  stored.failures = [{ kind: 'Failed', error: 'lost', isFinal: false }]
  let asked = 0
  const make = () => {
    asked += 1
    return null
  }
  expect(await session.replace(make, 'Model')).toBe(false)
  expect(asked).toBe(0)
  expect(await session.replace(make, 'Model')).toBe(false)
  expect(asked).toBe(1)
  expect([editor.text, stored.document.content]).toEqual(['Typed', 'Typed'])
})

test('saves a replaced text again as the model’s after a lost connection', async () => {
  const { session } = open()
  const sent: Change[] = []
  const save = stored.save.bind(stored)
  stored.save = (version, change) => {
    sent.push(change)
    return save(version, change)
  }
  stored.failures = [{ kind: 'Failed', error: 'lost', isFinal: false }]
  expect(await session.replace(() => 'New', 'Model')).toBe(true)
  expect(session.state.read().status).toBe('Failed')
  expect(await session.flush()).toBe(true)
  expect(sent).toEqual([
    { content: 'New', by: 'Model' },
    { content: 'New', by: 'Model' },
  ])
})

test('keeps a title that couldn’t be saved, and saves it with the next try', async () => {
  const { session } = open()
  stored.failures = [{ kind: 'Failed', error: 'lost', isFinal: false }]
  expect(await session.rename('Travel')).toBe(false)
  expect([session.isDirty, session.state.read().title]).toEqual([true, 'Travel'])
  expect(waiting).toHaveLength(1)
  expect(await session.flush()).toBe(true)
  expect([session.isDirty, stored.document.title, session.state.read().status]).toEqual([
    false,
    'Travel',
    'Saved',
  ])
  stored.failures = [{ kind: 'Failed', error: 'refused', isFinal: true }]
  await session.rename('Refused')
  expect(await session.rename('Travel')).toBe(true)
  expect([session.isDirty, session.state.read().status]).toEqual([false, 'Saved'])
})

test.for(['Mine', 'Theirs', 'Both'] as const)(
  'keeps a conflict until the choice is stored, and continues it: %s',
  async (choice) => {
    for (const lost of [1, 2]) {
      stored = new Stored()
      const one = open()
      const two = open()
      one.type(first.content.replace('Keep', 'Collect'))
      await one.session.flush()
      two.type(first.content.replace('Keep', 'Send'))
      await two.session.flush()
      const save = stored.save.bind(stored)
      let calls = 0
      stored.save = async (version, change) => {
        calls += 1
        // The response is lost, and with the second call also what was sent.
        if (calls !== lost) return save(version, change)
        if (lost === 1) await save(version, change)
        return { kind: 'Failed', error: 'lost', isFinal: false }
      }
      const isStored = await two.session.resolve(choice)
      if (!isStored) {
        expect(two.session.state.read()).toMatchObject({ status: 'Failed', conflict: expect.anything() })
        expect(two.session.isDirty).toBe(true)
        expect(await two.session.flush()).toBe(true)
      }
      expect(two.session.state.read()).toMatchObject({ status: 'Saved', conflict: null })
      const { content } = stored.document
      expect([content.includes('Collect'), content.includes('Send')]).toEqual(
        { Mine: [false, true], Theirs: [true, false], Both: [true, true] }[choice],
      )
      expect(content.match(/Collect|Send/g)).toHaveLength(choice === 'Both' ? 2 : 1)
      expect(stored.contents.some((one) => one.includes('Send'))).toBe(true)
      expect(two.editor.text).toBe(content)
    }
  },
)

test('settles when nothing typed is left, with one kind of line breaks', async () => {
  stored.document = { ...first, content: 'a\r\nb\r\n' }
  const { session, type } = open()
  expect(await session.settle()).toBe(true)
  expect(stored.document.content).toBe('a\nb\n')
  type('a\nc\n')
  const settled = session.settle()
  await null
  type('a\nd\n')
  expect(await settled).toBe(true)
  expect([stored.document.content, session.isDirty]).toEqual(['a\nd\n', false])
})
