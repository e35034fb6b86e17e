import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../testing/cpuTime.ts'
import { ElementCutter, FILE_MARK, type Piece } from './elements.ts'
import { type ImportedConversation, readConversation, sourceOf, titleIn } from './imported.ts'
import { storedSegments } from './storedSegments.ts'
import {
  type GptMessage,
  gptConversation,
  gptTurns,
  libreConversation,
  libreMessage,
  SPRING,
} from './testing/exports.ts'

const NOW = Date.UTC(2026, 10, 22)
const tried = (value: unknown) => readConversation(Buffer.from(JSON.stringify(value)), NOW)
function read(value: unknown): ImportedConversation {
  const conversation = tried(value)
  if (typeof conversation === 'string') throw new Error(conversation)
  return conversation
}
const gpt = (messages: GptMessage[], more = {}) => read(gptConversation(messages, more))
const user = (id: string, parent: string | null, text: string, more = {}): GptMessage => ({
  id,
  parent,
  role: 'user',
  text,
  ...more,
})
const assistant = (id: string, parent: string, text: string, more = {}): GptMessage => ({
  id,
  parent,
  role: 'assistant',
  text,
  ...more,
})
/** Returns each segment as its question, its answer, and its parent. */
const shapeOf = ({ segments }: ImportedConversation) =>
  segments.map(({ question, answer, parent }) => [question, answer, parent])

describe('a ChatGPT conversation', () => {
  it('becomes questions with answers, times, title, and the model that answered', () => {
    const conversation = gpt(
      gptTurns([
        ['How tall is it?', 'It is 41 metres tall.'],
        ['And how old?', 'It was built in 1887.'],
      ]),
    )
    expect(shapeOf(conversation)).toEqual([
      ['How tall is it?', 'It is 41 metres tall.', null],
      ['And how old?', 'It was built in 1887.', 0],
    ])
    const { title, createdAt, lastActivityAt, leaf, segments, source } = conversation
    expect({ source, title, createdAt, lastActivityAt, leaf }).toEqual({
      source: 'ChatGPT',
      title: 'Lighthouses',
      createdAt: SPRING * 1000,
      lastActivityAt: (SPRING + 60) * 1000,
      leaf: 1,
    })
    expect(segments[1]).toMatchObject({
      askedAt: (SPRING + 60) * 1000,
      answeredAt: (SPRING + 80.5) * 1000,
      model: 'gpt-4o',
      unanswered: false,
    })
  })

  it('keeps its branches: regenerated answers and edited questions', () => {
    const conversation = gpt(
      [
        user('q', null, 'Which one?', { at: SPRING }),
        assistant('a1', 'q', 'This one.', { at: SPRING + 1 }),
        assistant('a2', 'q', 'That one.', { at: SPRING + 2 }),
        user('q2', 'a1', 'Why?', { at: SPRING + 3 }),
        assistant('b', 'q2', 'Because.', { at: SPRING + 4 }),
        user('q3', 'a1', 'Why not?', { at: SPRING + 5 }),
        assistant('c', 'q3', 'Why indeed.', { at: SPRING + 6 }),
      ],
      { current_node: 'b' },
    )
    expect(shapeOf(conversation)).toEqual([
      ['Which one?', 'This one.', null],
      ['Why?', 'Because.', 0],
      ['Why not?', 'Why indeed.', 0],
      ['Which one?', 'That one.', null],
    ])
    expect(conversation.leaf).toBe(1)
  })

  it('shows the end of the branch viewed last', () => {
    const messages = [
      user('q', null, 'One?', { at: SPRING }),
      assistant('a1', 'q', 'First.', { at: SPRING + 1 }),
      assistant('a2', 'q', 'Second.', { at: SPRING + 2 }),
    ]
    const leafOf = (current_node: unknown) => {
      const { leaf, segments } = gpt(messages, { current_node })
      return segments[leaf]?.answer
    }
    expect(leafOf('a1')).toBe('First.')
    expect(leafOf('a2')).toBe('Second.')
    expect(leafOf('q')).toBe('Second.')
    // If it is missing or unknown, the newest branch is shown.
    expect(leafOf(undefined)).toBe('Second.')
    expect(leafOf('elsewhere')).toBe('Second.')
  })

  it('omits invisible content and joins the parts of an answer around it', () => {
    const conversation = gpt([
      user('custom', null, 'Speak like a sailor.', {
        content: { content_type: 'user_editable_context', user_profile: 'x' },
        metadata: { is_user_system_message: true },
      }),
      user('q', 'custom', 'Draw the curve.'),
      assistant('t', 'q', '', {
        content: { content_type: 'thoughts', thoughts: [{ summary: 'Plan', content: 'First plot it.' }] },
      }),
      assistant('before', 't', 'I draw it.'),
      assistant('call', 'before', '', {
        recipient: 'python',
        content: { content_type: 'code', text: 'plot()' },
      }),
      {
        id: 'tool',
        parent: 'call',
        role: 'tool',
        content: { content_type: 'execution_output', text: 'drawn' },
      },
      assistant('after', 'tool', 'There it is.'),
    ])
    expect(shapeOf(conversation)).toEqual([['Draw the curve.', 'I draw it.\n\nThere it is.', null]])
    expect(conversation.segments[0]?.thinking).toBe('**Plan**\n\nFirst plot it.')
  })

  it('names images and files that are missing, and generated images', () => {
    const conversation = gpt([
      user('q', null, '', {
        content: {
          content_type: 'multimodal_text',
          parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' }, 'What is it?'],
        },
        metadata: {
          attachments: [
            { name: 'photo.png', mimeType: 'image/png' },
            { name: 'plan.pdf', mimeType: 'application/pdf' },
          ],
        },
      }),
      {
        id: 'drawn',
        parent: 'q',
        role: 'tool',
        content: {
          content_type: 'multimodal_text',
          parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'file-service://y' }],
        },
      },
      assistant('a', 'drawn', 'A lighthouse.'),
    ])
    expect(shapeOf(conversation)).toEqual([
      ['[image]\n\nWhat is it?\n\n[file: plan.pdf]', '[image]\n\nA lighthouse.', null],
    ])
    expect(conversation.leftOut).toBe(3)
  })

  it('shows links instead of markers, canvas documents, and code', () => {
    const mark = '\ue200cite\ue202turn0search0\ue201'
    const conversation = gpt([
      user('q', null, 'Write it.'),
      assistant('a', 'q', `It is tall ${mark}, so \ue200cite\ue202turn9\ue201they say【4†source】.`, {
        metadata: {
          content_references: [{ matched_text: mark, alt: '([Vela](https://vela.example))' }],
        },
      }),
      assistant('doc', 'a', '', {
        recipient: 'canmore.create_textdoc',
        content: { content_type: 'code', text: JSON.stringify({ name: 'Notes', content: 'Some notes.' }) },
      }),
      assistant('code', 'doc', '', {
        content: { content_type: 'code', language: 'python', text: 'print(1)' },
      }),
    ])
    expect(conversation.segments[0]?.answer).toBe(
      'It is tall ([Vela](https://vela.example)), so they say.\n\n**Notes**\n\nSome notes.\n\n```python\nprint(1)\n```',
    )
  })

  it('can have a question without an answer, and an answer without a question', () => {
    const conversation = gpt([
      { id: 'hello', parent: null, role: 'assistant', text: 'Hello, I am a pirate.' },
      user('q1', 'hello', 'Are you?'),
      user('q2', 'q1', 'Really?'),
      assistant('a', 'q2', 'Aye.'),
    ])
    expect(shapeOf(conversation)).toEqual([
      ['…', 'Hello, I am a pirate.', null],
      ['Are you?', '', 0],
      ['Really?', 'Aye.', 1],
    ])
    expect(storedSegments(conversation.segments).map(({ status }) => status)).toEqual([
      'Completed',
      'Aborted',
      'Completed',
    ])
  })

  it('cuts a title at a word and a question at 32,000 characters, and reports it', () => {
    const conversation = gpt([user('q', null, '😀'.repeat(20_000)), assistant('a', 'q', 'Many faces.')], {
      title: `${'Very long title '.repeat(8)}`,
    })
    expect(conversation.title).toBe('Very long title Very long title Very long title…')
    const question = conversation.segments[0]?.question ?? ''
    expect(question.length).toBeLessThanOrEqual(32_000)
    expect(question).toMatch(/😀 \[…\]$/)
    expect(question.isWellFormed()).toBe(true)
    expect(conversation.questionsCut).toBe(1)
  })

  it('uses its first question as the title if it has none', () => {
    expect(gpt(gptTurns([['Who keeps it?', 'A keeper.']]), { title: null }).title).toBe('Who keeps it?')
  })

  it('accepts no NUL, no half of a surrogate pair, and no impossible time', () => {
    const messages = [
      user('q', null, 'a\u0000b\ud800c', { at: 1e300 }),
      assistant('a', 'q', 'd\u0000e', { at: -5 }),
    ]
    const conversation = gpt(messages, { title: 'T\u0000\udc00', create_time: 'soon', update_time: 9e15 })
    expect(shapeOf(conversation)).toEqual([['ab\ufffdc', 'de', null]])
    expect(conversation.title).toBe('T\ufffd')
    expect([conversation.createdAt, conversation.lastActivityAt]).toEqual([NOW, NOW])
  })
})

describe('malicious input', () => {
  it('with cycles imports each message once', () => {
    const raw = gptConversation([user('q', null, 'Round?'), assistant('a', 'q', 'And round.')]) as {
      mapping: Record<string, { parent: string | null }>
    }
    raw.mapping.q!.parent = 'a'
    raw.mapping.a!.parent = 'q'
    expect(shapeOf(read(raw))).toEqual([['Round?', 'And round.', null]])
    raw.mapping.q!.parent = 'q'
    expect(shapeOf(read(raw))).toEqual([['Round?', 'And round.', null]])
  })

  it('can have cycles of invisible nodes', () => {
    const raw = gptConversation([
      { id: 'h1', parent: 'h2', role: 'system' },
      { id: 'h2', parent: 'h1', role: 'system' },
      user('q', 'h1', 'Below?'),
      assistant('a', 'q', 'Yes.'),
    ])
    expect(shapeOf(read(raw))).toEqual([['Below?', 'Yes.', null]])
  })

  it('can use names that every object has', () => {
    const text = JSON.stringify(gptConversation(gptTurns([['Who?', 'I.']])))
      .replaceAll('"q0"', '"__proto__"')
      .replaceAll('"a0"', '"constructor"')
    const conversation = readConversation(Buffer.from(text), NOW)
    if (typeof conversation === 'string') throw new Error(conversation)
    expect(shapeOf(conversation)).toEqual([['Who?', 'I.', null]])
    expect(({} as Record<string, unknown>).message).toBeUndefined()
  })

  it.each([
    ['not an object', 5, 'Unreadable'],
    ['another object', { title: 'x' }, 'Unreadable'],
    ['a list of nodes', { mapping: [] }, 'Unreadable'],
    ['no nodes', { mapping: {} }, 'Empty'],
    ['nodes of other types', { mapping: { a: 5, b: null, c: { message: 'x', children: 4 } } }, 'Empty'],
    [
      '100,000 nodes',
      { mapping: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`n${at}`, null])) },
      'TooLong',
    ],
  ])('is rejected: %s', (_, value, problem) => {
    expect(tried(value)).toBe(problem)
  })

  it('with a chain or tree of 20,000 messages is read quickly', () => {
    const chain = Array.from({ length: 9_000 }, (_, at): [string, string] => [`q${at}`, `a${at}`])
    const spent = cpuMs(() => {
      expect(tried(gptConversation(gptTurns(chain)))).toBe('TooLong')
      const answers = Array.from({ length: 20_000 }, (_, at) =>
        assistant(`a${at}`, at === 0 ? 'q' : `a${at - 1}`, 'x'),
      )
      expect(gpt([user('q', null, 'Go on.'), ...answers]).segments).toHaveLength(1)
      let tree = libreMessage('a20000', null, 'x', { children: [] })
      for (let at = 19_999; at >= 0; at--) tree = libreMessage(`a${at}`, null, 'x', { children: [tree] })
      const deep = { ...libreConversation([]), messages: undefined, messagesTree: [tree] }
      const written = writeDeep(deep)
      expect(readConversation(Buffer.from(written), NOW)).toMatchObject({ segments: { length: 1 } })
    })
    expect(spent).toBeLessThan(10_000)
  })

  it('that branches after every answer is rejected before it grows quadratically', () => {
    const comb = Array.from({ length: 20_000 }, (_, at) => [
      assistant(`a${at}`, at === 0 ? 'q' : `a${at - 1}`, 'x'.repeat(300)),
      user(`b${at}`, `a${at}`, 'Why?'),
    ]).flat()
    const spent = cpuMs(() => {
      expect(tried(gptConversation([user('q', null, 'Go on.'), ...comb]))).toBe('TooLong')
    })
    expect(spent).toBeLessThan(10_000)
  })

  it('that repeats the beginnings of patterns is scanned once', () => {
    const spent = cpuMs(() => {
      const hostile = ['\ue200', '【', '【†', ':::thinking\n', '\ue200x'].map((piece) =>
        piece.repeat(300_000),
      )
      for (const text of hostile) {
        gpt([user('q', null, 'x'), assistant('a', 'q', text)])
        read(libreConversation([libreMessage('q', null, 'x'), libreMessage('a', 'q', text)]))
      }
      titleIn(Buffer.from(`"title":"${'\\'.repeat(4000)}`))
    })
    expect(spent).toBeLessThan(10_000)
  })
})

/** Writes JSON without recursion, which would overflow on a tree this deep. */
function writeDeep(value: Record<string, unknown>): string {
  const { messagesTree, ...rest } = value as { messagesTree: Record<string, unknown>[] }
  const before: string[] = []
  let node: Record<string, unknown> | undefined = messagesTree[0]
  while (node) {
    const { children, ...fields } = node as { children: Record<string, unknown>[] }
    before.push(`${JSON.stringify(fields).slice(0, -1)},"children":[`)
    node = children[0]
  }
  return `${JSON.stringify(rest).slice(0, -1)},"messagesTree":[${before.join('')}${']}'.repeat(before.length)}]}`
}

describe('a LibreChat conversation', () => {
  it('is read from a list of messages that name their parents', () => {
    const conversation = read(
      libreConversation([
        libreMessage('q1', null, 'Which light?'),
        libreMessage('a1', 'q1', 'The red one.', { createdAt: '2024-05-01T10:00:05.000Z' }),
        libreMessage('a2', 'q1', 'The green one.', { createdAt: '2024-05-01T10:01:00.000Z' }),
        libreMessage('q2', 'a2', 'Sure?', { createdAt: '2024-05-01T10:02:00.000Z' }),
        libreMessage('a3', 'q2', 'Sure.', { createdAt: '2024-05-01T10:02:05.000Z' }),
      ]),
    )
    expect(shapeOf(conversation)).toEqual([
      ['Which light?', 'The red one.', null],
      ['Which light?', 'The green one.', null],
      ['Sure?', 'Sure.', 1],
    ])
    expect(conversation).toMatchObject({
      source: 'LibreChat',
      title: 'Beacons',
      leaf: 2,
      createdAt: Date.UTC(2024, 4, 1, 10),
      lastActivityAt: Date.UTC(2024, 4, 1, 10, 2, 5),
    })
  })

  it('is read from a tree of messages', () => {
    const answers = [
      libreMessage('a1', 'q1', 'Left.', { children: [] }),
      libreMessage('a2', 'q1', 'Right.', { children: [], createdAt: '2024-05-02T10:00:00.000Z' }),
    ]
    const tree = [libreMessage('q1', null, 'Where?', { children: answers })]
    const conversation = read({
      ...libreConversation([]),
      recursive: true,
      messages: undefined,
      messagesTree: tree,
    })
    expect(shapeOf(conversation)).toEqual([
      ['Where?', 'Left.', null],
      ['Where?', 'Right.', null],
    ])
    expect(conversation.leaf).toBe(1)
  })

  it('is read from consecutive messages without parents', () => {
    const bare = (id: string, text: string) => libreMessage(id, null, text, { parentMessageId: undefined })
    const conversation = read(
      libreConversation([bare('q1', 'One?'), bare('a1', 'One.'), bare('q2', 'Two?'), bare('a2', 'Two.')]),
    )
    expect(shapeOf(conversation)).toEqual([
      ['One?', 'One.', null],
      ['Two?', 'Two.', 0],
    ])
  })

  it('has parts, thoughts, files, and errors that are not answers', () => {
    const conversation = read(
      libreConversation([
        libreMessage('q1', null, 'See.', { files: [{ filename: 'a.pdf', type: 'application/pdf' }] }),
        libreMessage('a0', 'q1', 'Something went wrong.', { error: true }),
        libreMessage('a1', 'q1', '', {
          content: [
            { type: 'think', think: 'Let me see.' },
            { type: 'text', text: { value: 'Seen.' } },
            { type: 'image_file', image_file: {} },
          ],
        }),
        libreMessage('a2', 'q1', ':::thinking\nHm.\n:::\nSeen again.'),
      ]),
    )
    expect(shapeOf(conversation)).toEqual([
      ['See.\n\n[file: a.pdf]', 'Seen.\n\n[image]', null],
      ['See.\n\n[file: a.pdf]', 'Seen again.', null],
    ])
    expect(conversation.segments.map(({ thinking }) => thinking)).toEqual(['Let me see.', 'Hm.'])
    expect(conversation.leftOut).toBe(2)
  })
})

describe('the identity of an import', () => {
  it('is its own ID, or a hash of its content', () => {
    const raw = gptConversation(gptTurns([['A?', 'B.']]), { conversation_id: 'c-1' })
    expect(read(raw).sourceId).toBe('c-1')
    for (const conversation_id of [undefined, '', 'x'.repeat(300), 'a\u0000b']) {
      const same = { ...raw, conversation_id }
      expect(read(same).sourceId).toMatch(/^sha256:[0-9a-f]{64}$/)
      expect(read(same).sourceId).toBe(read(same).sourceId)
    }
  })

  it('comes with a source detected from the form of its content', () => {
    expect(sourceOf({ mapping: {} })).toBe('ChatGPT')
    expect(sourceOf({ conversationId: 'x', messages: [] })).toBe('LibreChat')
    for (const value of [null, 5, [], {}, { messages: [] }, { conversationId: 5, messages: [] }])
      expect(sourceOf(value)).toBeNull()
  })
})

it('segment IDs match the time of the question, and increase from each question to its follow-ups', () => {
  const { segments } = gpt(gptTurns(Array.from({ length: 50 }, (_, at) => [`q${at}`, `a${at}`])))
  const stored = storedSegments(segments)
  const ids = stored.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(50)
  expect(Number.parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16)).toBe(SPRING * 1000)
  expect(stored[7]?.parentId).toBe(ids[6])
})

describe('splitting a file into conversations', () => {
  const cut = (text: string, size: number, mostBytes = 1000) => {
    const cutter = new ElementCutter(mostBytes)
    const pieces: Piece[] = []
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += size) pieces.push(...cutter.push(bytes.subarray(at, at + size)))
    pieces.push(...cutter.end())
    return pieces.map((piece) =>
      piece.kind === 'end'
        ? `${piece.shape} ${piece.whole ? 'whole' : 'broken'}`
        : (piece.bytes?.toString() ?? 'too large'),
    )
  }
  const mark = String.fromCharCode(FILE_MARK)

  it.each([
    ['a list', `${mark} [ {"a":"}]\\"{"} , {"b":[{}]}\n]\n`, ['{"a":"}]\\"{"}', '{"b":[{}]}', 'List whole']],
    ['one object', `${mark}\ufeff{"é":{}}`, ['{"é":{}}', 'Object whole']],
    ['two files', `${mark}[{}]${mark}{"x":1}`, ['{}', 'List whole', '{"x":1}', 'Object whole']],
    ['a list cut off in the middle', `${mark}[{"a":1},{"b":"`, ['{"a":1}', 'List broken']],
    ['text after the list', `${mark}[{}] {}`, ['{}', 'List broken']],
    ['neither a list nor an object', `${mark}hello {}`, ['Other broken']],
    ['a list of other values', `${mark}[1,{}]`, ['List broken']],
    [
      'an object that is too large',
      `${mark}[{"a":"${'x'.repeat(2000)}"},{}]`,
      ['too large', '{}', 'List whole'],
    ],
    ['an empty file', '', []],
  ])('%s', (_, text, pieces) => {
    for (const size of [1, 7, 100_000]) expect(cut(text, size)).toEqual(pieces)
  })

  it('keeps the title of an oversized conversation', () => {
    const cutter = new ElementCutter(1000)
    const text = `${mark}[{"title":"Long \\u00e9vening","x":"${'x'.repeat(5000)}"}]`
    const [piece] = [...cutter.push(Buffer.from(text))]
    expect(piece?.kind === 'element' && titleIn(piece.head)).toBe('Long évening')
    expect(titleIn(Buffer.from('{"title":"half'))).toBe('')
  })
})
