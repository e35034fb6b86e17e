import { gzipSync } from 'node:zlib'
import type { ErrorCode } from '@parlance/contract/errors'
import type { Action, Script } from './scriptedProvider.ts'

export type WireFormat = 'chatCompletions' | 'messages'

/** A provider that does something odd, and the expected outcome. */
export interface OddScript {
  name: string
  script: Script
  /** The error that the answer ends with; null if it completes. */
  code: ErrorCode | null
  /** The text received by then. */
  text: string
  /** True if only a time limit ends it. */
  isSilent: boolean
}

interface Sample {
  /** The data before the first text. */
  begin: string
  delta(text: string): string
  /** Returns one event with the given JSON. */
  event(json: string): string
  /** Returns a text event with `value` in place of its text. */
  deltaOf(value: unknown): string
  error: string
  end: string
}

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const choice = (delta: unknown, finish: string | null = null) =>
  event({ choices: [{ index: 0, delta, finish_reason: finish }] })

const samples: Record<WireFormat, Sample> = {
  chatCompletions: {
    begin: '',
    delta: (text) => choice({ content: text }),
    event: (json) => `data: ${json}\n\n`,
    deltaOf: (value) => choice({ content: value }),
    error: event({ error: { message: 'it broke', type: 'server_error' } }),
    end: `${choice({}, 'stop')}data: [DONE]\n\n`,
  },
  messages: {
    begin:
      event({ type: 'message_start', message: { usage: { input_tokens: 3, output_tokens: 1 } } }) +
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    delta: (text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    event: (json) => `event: content_block_delta\ndata: ${json}\n\n`,
    deltaOf: (value) =>
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: value } }),
    error: event({ type: 'error', error: { type: 'api_error', message: 'it broke' } }),
    end:
      event({ type: 'content_block_stop', index: 0 }) +
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }) +
      event({ type: 'message_stop' }),
  },
}

type Bytes = string | Buffer | Action
type Ending = Pick<OddScript, 'code' | 'text'>

const well = (text: string): Ending => ({ code: null, text })
const badly = (code: ErrorCode, text = ''): Ending => ({ code, text })

/** Returns all odd scripts for a provider of this wire format. Each has to end with its error or its text. */
export function oddScripts(format: WireFormat): OddScript[] {
  const sample = samples[format]
  const { begin, delta, end } = sample
  const hello = `${begin}${delta('Hello ')}${delta('there')}${end}`
  const first = `${begin}${delta('Hello ')}`
  const streams: [name: string, bytes: Bytes[], ending: Ending, isSilent?: 'silent'][] = [
    ['the whole answer at once', [hello], well('Hello there')],
    ['one byte at a time', [...Buffer.from(hello)].map((byte) => Buffer.from([byte])), well('Hello there')],
    ['lines that end with CR LF', [hello.replaceAll('\n', '\r\n')], well('Hello there')],
    ['lines that end with CR', [hello.replaceAll('\n', '\r')], well('Hello there')],
    ['three kinds of line endings', [mixedEnds(hello)], well('Hello there')],
    ['a CR LF split between two pieces', crossedEnds(hello), well('Hello there')],
    ['a byte order mark', [`\ufeff${hello}`], well('Hello there')],
    ['no space after the colon', [hello.replaceAll('data: ', 'data:')], well('Hello there')],
    ['empty events between the others', [`data:\n\ndata: \n\n${hello}`], well('Hello there')],
    [
      'comments between the others',
      [`: ping\n\n${begin}: ping\n${delta('Hello')}:\n\n${end}`],
      well('Hello'),
    ],
    [
      'events with other names, IDs, and retry times',
      [`event: no-more-data\ndata: {"choices":[]}\n\nid: 7\nretry: 1\n\n${hello}`],
      well('Hello there'),
    ],
    ['unknown fields and event types', [strangers(format), hello], well('Hello there')],
    ['a repeated end', [hello, end], well('Hello there')],
    ['text after the end', [hello, delta(' and more')], well('Hello there')],
    ['a connection that stays open after the end', [hello, 'hang'], well('Hello there')],
    [
      'a million characters in one event',
      [begin, delta('x'.repeat(1_000_000)), end],
      well('x'.repeat(1_000_000)),
    ],
    ['an escaped NUL', [begin, delta('a\u0000b'), end], well('a\u0000b')],
    [
      'a character split between two events',
      [begin, delta('\ud83d'), delta('\ude00'), end],
      well('\u{1f600}'),
    ],
    ['half of a character', [begin, delta('a\ud83d'), end], well('a\ud83d')],
    ['the bytes of a character in two pieces', cutInCharacter(`${begin}${delta('é')}${end}`), well('é')],
    ['bytes that aren’t UTF-8', [begin, notUtf8(delta('a?b')), end], well('a\ufffdb')],
    [
      'deeply nested JSON',
      [sample.event(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`), hello],
      well('Hello there'),
    ],
    ['text of the wrong types', [begin, ...wrongTypes.map(sample.deltaOf), end], badly('engine.empty')],
    [
      'text of the wrong types, then text',
      [begin, ...wrongTypes.map(sample.deltaOf), delta('Hello'), end],
      well('Hello'),
    ],
    ['null instead of objects', [...nothings(format), hello], well('Hello there')],
    ['invalid JSON before the first token', [sample.event('{nope'), end], badly('engine.malformed')],
    [
      'invalid JSON after the first token',
      [first, sample.event('{nope'), end],
      badly('engine.malformed', 'Hello '),
    ],
    ['JSON that isn’t an object', [begin, sample.event('7'), end], badly('engine.malformed')],
    [
      'a NUL in the JSON itself',
      [begin, delta('a?b').replace('?', '\u0000'), end],
      badly('engine.malformed'),
    ],
    [
      'a line that never ends',
      [first, 'data: ', ...Array.from({ length: 9 }, () => 'x'.repeat(1_000_000)), end],
      badly('engine.malformed', 'Hello '),
    ],
    ['half an event, then the end', [first, delta('lost').slice(0, -9)], badly('engine.malformed', 'Hello ')],
    [
      'half an event, then a lost connection',
      [first, delta('lost').slice(0, 20), { waitMs: 20 }, 'cut'],
      badly('engine.broken', 'Hello '),
    ],
    ['the end without its marker', [first], badly('engine.broken', 'Hello ')],
    ['nothing at all', [], badly('engine.broken')],
    ['only comments', [': ping\n\n: ping\n\n'], badly('engine.broken')],
    ['a lost connection before the first token', [begin, { waitMs: 20 }, 'cut'], badly('engine.broken')],
    ['an error before the first token', [sample.error], badly('engine.failed')],
    ['an error after the first token', [first, sample.error, end], badly('engine.failed', 'Hello ')],
    ['silence before the first token', ['hang'], badly('engine.firstTokenTimeout'), 'silent'],
    ['silence after the first token', [first, 'hang'], badly('engine.silence', 'Hello '), 'silent'],
    ['an answer without text', [begin, end], badly('engine.empty')],
  ]
  const answers: [name: string, script: Script, ending: Ending, isSilent?: 'silent'][] = [
    ['no response at all', { silent: true, actions: [] }, badly('engine.firstTokenTimeout'), 'silent'],
    [
      'a response that isn’t HTTP',
      { raw: 'SSH-2.0-OpenSSH_9.6\r\n', actions: [] },
      badly('engine.unreachable'),
    ],
    [
      'a body shorter than its content length',
      { headers: { 'content-length': '9999' }, actions: [...bytesOf([first]), { waitMs: 20 }, 'cut'] },
      badly('engine.broken', 'Hello '),
    ],
    ['gzip that wasn’t requested', compressed(hello), badly('engine.malformed')],
    ['HTML with status 200', typed('text/html', '<html>Welcome</html>'), badly('engine.malformed')],
    ['nothing with status 204', { status: 204, actions: ['end'] }, badly('engine.refused')],
    [
      'an error as JSON with status 200',
      typed('application/json', '{"error":{"type":"insufficient_quota","message":"x"}}'),
      badly('engine.credit'),
    ],
    [
      'JSON with status 200',
      typed('application/json', '{"choices":[{"message":{"content":"a"}}]}'),
      badly('engine.malformed'),
    ],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://169.254.169.254/' }, actions: ['end'] },
      badly('engine.refused'),
    ],
    [
      'a redirect that keeps the body',
      { status: 307, headers: { location: '/v2' }, actions: ['end'] },
      badly('engine.refused'),
    ],
    ['HTML with status 500', typed('text/html', '<html>Oops</html>', 500), badly('engine.failed')],
    ['an event stream with status 500', { status: 500, actions: bytesOf([hello]) }, badly('engine.failed')],
    [
      'a capitalized content type',
      { headers: { 'content-type': 'Text/Event-Stream; Charset=UTF-8' }, actions: bytesOf([hello]) },
      well('Hello there'),
    ],
  ]
  return [
    ...streams.map(([name, bytes, ending, silent]) => ({
      name,
      script: { actions: bytesOf(bytes) },
      ...ending,
      isSilent: silent !== undefined,
    })),
    ...answers.map(([name, script, ending, silent]) => ({
      name,
      script,
      ...ending,
      isSilent: silent !== undefined,
    })),
  ]
}

function bytesOf(parts: Bytes[]): Action[] {
  return parts.map((part) =>
    part === 'hang' || part === 'cut' || part === 'end'
      ? part
      : typeof part === 'string' || Buffer.isBuffer(part)
        ? { write: part }
        : part,
  )
}

const typed = (type: string, text: string, status = 200): Script => ({
  status,
  headers: { 'content-type': type },
  actions: [{ write: text }],
})

const compressed = (text: string): Script => ({
  headers: { 'content-encoding': 'gzip' },
  actions: [{ write: gzipSync(text) }],
})

function mixedEnds(text: string): string {
  const ends = ['\r\n', '\n', '\r']
  let at = 0
  return text.replaceAll('\n\n', () => {
    at += 1
    // A CR before an LF would be a single line ending.
    return [`${ends[at % 3]}\r\n`, '\n\n', '\r\r'][at % 3] ?? '\n\n'
  })
}

const crossedEnds = (text: string) =>
  text.split('\n').flatMap((line, index, lines) => (index < lines.length - 1 ? [`${line}\r`, '\n'] : [line]))

function cutInCharacter(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const at = bytes.indexOf(0xc3) + 1
  return [bytes.subarray(0, at), bytes.subarray(at)]
}

function notUtf8(text: string): Buffer {
  const bytes = Buffer.from(text)
  bytes[bytes.indexOf('?')] = 0xff
  return bytes
}

const wrongTypes = [7, true, null, { text: 'x' }, ['x'], [null], [{ text: 7 }], '']

function nothings(format: WireFormat): string[] {
  const given: object[] =
    format === 'chatCompletions'
      ? [
          {},
          { choices: null },
          { choices: 'x' },
          { choices: [] },
          { choices: [null] },
          { choices: [7] },
          { choices: [{}] },
          { choices: [{ delta: null, finish_reason: null }] },
          { choices: [{ delta: 'x', finish_reason: 7 }] },
          { choices: [{ delta: { tool_calls: 'x', content: null } }] },
          { choices: [{ delta: { tool_calls: [null, 7, 'x', {}] } }] },
          { error: null, choices: [], usage: 'many' },
          { choices: [], usage: { prompt_tokens: '1', completion_tokens: -2 } },
        ]
      : [
          {},
          { type: null },
          { type: 7 },
          { type: 'message_start' },
          { type: 'message_start', message: { usage: 7 } },
          { type: 'content_block_delta' },
          { type: 'content_block_delta', delta: null },
          { type: 'content_block_delta', index: 'x', delta: { type: 'text_delta' } },
          { type: 'content_block_delta', index: 0, delta: { type: 7, text: 7 } },
          { type: 'message_delta', delta: null, usage: null },
          { type: 'message_delta', delta: { stop_reason: null }, usage: { output_tokens: 'x' } },
          { type: 'content_block_stop' },
        ]
  return given.map(event)
}

const strangers = (format: WireFormat): string =>
  format === 'chatCompletions'
    ? event({ object: 'x', choices: [], prompt_filter_results: [{ prompt_index: 0 }], obfuscation: 'aX9' })
    : event({ type: 'ping' }) +
      event({ type: 'quota_told', left: 7 }) +
      event({ type: 'content_block_delta', index: 9, delta: { type: 'citations_delta', citation: {} } })
