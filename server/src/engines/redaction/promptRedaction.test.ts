import { expect, it, test } from 'vitest'
import { createRedactor, restore } from '../../platform/redaction/redactor.ts'
import type { Message } from '../engine.ts'
import { PromptRedaction, placeholderRule } from './promptRedaction.ts'

const redactor = createRedactor([{ name: 'Anna Lindqvist' }, { name: 'Emma Sjöberg' }])
const redaction = () => new PromptRedaction(redactor)
const user = (content: string): Message => ({ role: 'user', content })

/** Returns the texts after the rule. */
const contents = (messages: readonly Message[]) => messages.slice(1).map(({ content }) => content)

test('the same person has the same number in all messages, and the rule comes first', async () => {
  const sent = await redaction().messages([
    { role: 'system', content: 'You help Anna Lindqvist.' },
    user('Who is Emma Sjöberg? Call +49 30 1234567.'),
    { role: 'assistant', content: 'Emma Sjöberg works with Anna Lindqvist.' },
    user('Write to emma@example.com.'),
  ])
  expect(sent.map(({ content }) => content)).toEqual([
    `${placeholderRule}\n\nYou help [name 1].`,
    'Who is [name 2]? Call [phone 1].',
    '[name 2] works with [name 1].',
    'Write to [email 1].',
  ])
})

test('numbers stay the same when a conversation goes on', async () => {
  const first = [user('Who is Anna Lindqvist?'), user('And Emma Sjöberg?')]
  const earlier = await redaction().messages(first)
  const later = await redaction().messages([...first, user('Is Anna Lindqvist her manager?')])
  expect(later.slice(0, earlier.length)).toEqual(earlier)
  expect(contents(later).at(-1)).toBe('Is [name 1] her manager?')
})

test('numbers that a text uses by itself are kept free', async () => {
  const prompt = redaction()
  const sent = contents(await prompt.messages([user('Anna Lindqvist'), user('The form says [name 1].')]))
  expect(sent).toEqual(['[name 2]', 'The form says [name 1].'])
  expect(restore(sent.join('|'), prompt.originals)).toBe('Anna Lindqvist|The form says [name 1].')
})

test('what looks like a placeholder in a later turn isn’t taken for the person', async () => {
  const prompt = redaction()
  await prompt.messages([user('Anna Lindqvist')])
  const sent = await prompt.messages([
    user('Anna Lindqvist'),
    { role: 'tool', toolCallId: '1', content: 'The form says [name 1] and (Name 1).' },
  ])
  const text = contents(sent).at(-1)!
  expect(text).not.toMatch(/name 1[^\d]/i)
  expect(restore(text, prompt.originals)).toBe('The form says [name 1] and (Name 1).')
  expect(restore('[name 1]', prompt.originals)).toBe('Anna Lindqvist')
})

test('what was recognized by the words near it is replaced wherever it is repeated', async () => {
  const prompt = redaction()
  const sent = await prompt.messages([
    user('I noted 111222333 before.'),
    user('My BSN is 111222333. Telefon: 5551234'),
    { role: 'assistant', content: 'I noted 111222333 and the number 5551234, not 55512345.' },
    { role: 'tool', toolCallId: '1', content: 'id,name\n111222333,Anna' },
  ])
  expect(contents(sent)).toEqual([
    'I noted [ID 1] before.',
    'My BSN is [ID 1]. Telefon: [phone 1]',
    'I noted [ID 1] and the number [phone 1], not 55512345.',
    'id,name\n[ID 1],[name 1]',
  ])
  expect(await prompt.text('5551234 reviews')).toBe('[phone 1] reviews')
  expect(restore(contents(sent).join('|'), prompt.originals)).toContain('the number 5551234, not 55512345')
})

test('tool calls run with originals, and are sent back as the model wrote them', async () => {
  const asked = 'Did "sean b"@example.com write to Anna Lindqvist?'
  const prompt = redaction()
  await prompt.messages([user(asked)])
  const written = '{"query": "(Email 1) \\u005bname 1\\u005d", "limit": 1.0}'
  const [call] = prompt.toolCalls([{ id: 'c1', name: 'search_files', input: written }])
  expect(JSON.parse(call!.input)).toEqual({ query: '"sean b"@example.com Anna Lindqvist', limit: 1 })
  const [, , again] = await prompt.messages([
    user(asked),
    { role: 'assistant', content: 'Looking for Anna Lindqvist.', toolCalls: [call!] },
  ])
  expect(again).toMatchObject({
    content: 'Looking for [name 1].',
    toolCalls: [{ id: 'c1', name: 'search_files', input: written }],
  })
})

it.each(['{"query": "the lake"}', '{"n": 12345678901234567890}', 'not JSON', '{"cut'])(
  'input without placeholders stays as it is: %s',
  (input) => {
    expect(redaction().toolCalls([{ id: 'c', name: 't', input }])).toEqual([{ id: 'c', name: 't', input }])
  },
)

it('restores placeholders in input that is cut off or nested deeply', async () => {
  const prompt = redaction()
  await prompt.messages([user('Anna Lindqvist')])
  const [cut] = prompt.toolCalls([{ id: 'c', name: 't', input: '{"query": "[name 1] and' }])
  expect(cut!.input).toBe('{"query": "Anna Lindqvist and')
  const nested = `${'['.repeat(100_000)}"[name 1]"${']'.repeat(100_000)}`
  expect(prompt.toolCalls([{ id: 'c', name: 't', input: nested }])[0]!.input).toContain('Anna Lindqvist')
})

test('input of a tool call of another answer is redacted too', async () => {
  const call = { id: 'c', name: 't', input: '{"query":"first\\nAnna Lindqvist\\nSj\\u00f6berg"}' }
  const [, message] = await redaction().messages([{ role: 'assistant', content: '', toolCalls: [call] }])
  const { input } = (message as { toolCalls: { input: string }[] }).toolCalls[0]!
  expect(JSON.parse(input)).toEqual({ query: 'first\n[name 1]\n[name 2]' })
})

test('images are left out, and a note says so', async () => {
  const picture = { mimeType: 'image/jpeg', base64: 'AAAA', width: 1, height: 1 } as const
  const [, one, two] = await redaction().messages([
    { role: 'user', content: 'What is this?', pictures: [picture] },
    { role: 'user', content: 'And these?', pictures: [picture, picture] },
  ])
  expect(one).toEqual({ role: 'user', content: '[1 image was left out]\nWhat is this?' })
  expect(two).toEqual({ role: 'user', content: '[2 images were left out]\nAnd these?' })
})

test('a long text is redacted in pieces and lets other work go on', async () => {
  const lines = Array.from(
    { length: 5000 },
    (_, at) => `Anna Lindqvist wrote to anna${at}@example.com today.\n`,
  )
  const text = lines.join('')
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 0)
  const prompt = redaction()
  const [, sent] = await prompt.messages([user(text)])
  clearInterval(counting)
  expect(sent!.content).not.toContain('Anna')
  expect(restore(sent!.content, prompt.originals)).toBe(text)
  expect(turns).toBeGreaterThan(2)
})
