import { limits } from '@parlance/contract/limits'
import type { Case } from '../case.ts'
import { jsonBodies } from './jsonBodies.ts'
import { type Body, cutOff, flipped, type Mutation, misframed } from './mutation.ts'

const BOUNDARY = 'boundary-of-the-form'
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

interface Part {
  disposition: string
  headers?: string
  content: string | Buffer
}

const disposition = (fileName: string) => `form-data; name="file"; filename="${fileName}"`

/** Returns a form of these parts, with everything in place. */
function formOf(...parts: Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ disposition: said, headers = 'content-type: text/plain\r\n', content }) => [
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: ${said}\r\n${headers}\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}

const fileOf = ({ file }: Case): Part => ({
  disposition: disposition(file?.name ?? 'x.txt'),
  content: file?.text ?? '',
})
const field: Part = { disposition: 'form-data; name="note"', headers: '', content: 'text' }
const form = (what: string, bytes: Buffer, type = FORM_TYPE): Body => ({ what, type, pieces: [bytes] })

/** First bytes by which files are recognized, before random ones that can’t be what they say. */
const kinds: readonly [extension: string, head: Buffer][] = [
  [
    'png',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0', 'latin1'),
  ],
  ['jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
  ['gif', Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1')],
  ['webp', Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 ', 'latin1')],
  ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="-1"><rect ')],
  ['pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Length 99999999999 >>\nstream\n')],
  ['docx', Buffer.from('PK\x03\x04\x14\0\x08\0\x08\0', 'latin1')],
  ['zip', Buffer.from('PK\x05\x06\0\0\0\0\xff\xff\xff\xff', 'latin1')],
  ['html', Buffer.from('<!doctype html><base href=//x><script>')],
  ['json', Buffer.from('[{"mapping":{"a":{"id":"a","parent":"a","children":["a"],"message":')],
]

/** Changes a file’s content and sends it in a form that is correct. */
const contents: readonly Mutation[] = [
  ({ one, random }) => {
    const content = cutOff(Buffer.from(`${one.file?.text ?? ''} `), random)
    return form('a truncated file', formOf({ ...fileOf(one), content }))
  },
  ({ one, random }) => {
    const content = flipped(Buffer.from(one.file?.text ?? ''), random)
    return form('random bytes of the file changed', formOf({ ...fileOf(one), content }))
  },
  ({ random }) => {
    const [extension, head] = random.pick(kinds)
    const noise = Array.from({ length: random.below(5000) }, () => random.below(256))
    const content = Buffer.concat([head, Buffer.from(noise)])
    return form(
      `a file that only begins as ${extension}`,
      formOf({ disposition: disposition(`x.${extension}`), content }),
    )
  },
  (given) => {
    const { one, random } = given
    let input: unknown
    try {
      input = JSON.parse(one.file?.text ?? '')
    } catch {
      input = { text: one.file?.text }
    }
    const inner = random.pick(jsonBodies)({ ...given, one: { input: { of: input } } })
    const bytes = Buffer.concat(inner.pieces)
    const content = bytes.toString('latin1').startsWith('{"of":') ? bytes.subarray(6, -1) : bytes
    return form(`a file of JSON with ${inner.what}`, formOf({ ...fileOf(one), content }))
  },
]

const names: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  '/',
  '\\',
  '../../x.txt',
  'a\u0000.txt',
  '\u202etxt.exe',
  'a"b.txt',
  'a\\"b.txt',
  'a%22%0d%0ab.txt',
  'a;b=c.txt',
  `${'a'.repeat(limits.fileName)}.txt`,
  `${'a'.repeat(100_000)}.txt`,
  '\ud800.txt',
]

/** Ways to break a form. */
export const formBodies: readonly Mutation[] = [
  ...contents,
  ...Array.from(
    { length: 3 },
    (): Mutation =>
      ({ one, random }) =>
        form('a truncated form', cutOff(formOf(fileOf(one)), random)),
  ),
  ({ one, random }) => form('random bytes changed', flipped(formOf(fileOf(one)), random)),
  ({ one, random }) => misframed(formOf(fileOf(one)), FORM_TYPE, random),
  ({ one, random }) =>
    form(
      'another boundary or content type',
      formOf(fileOf(one)),
      random.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=""',
        `multipart/form-data; boundary="${BOUNDARY}`,
        `multipart/form-data; boundary=${BOUNDARY}x`,
        `multipart/form-data; boundary=${'b'.repeat(300)}`,
        `multipart/form-data; boundary=x; boundary=${BOUNDARY}`,
        `multipart/form-data; charset=utf-16; boundary=${BOUNDARY}`,
        `multipart/form-data; boundary*=utf-8''%ff${BOUNDARY}`,
        `multipart/mixed; boundary=${BOUNDARY}`,
        `multipart/form-data, multipart/form-data; boundary=${BOUNDARY}`,
        'application/octet-stream',
        'application/json',
      ]),
    ),
  ({ one }) => form('the file twice', formOf(fileOf(one), fileOf(one))),
  ({ one, random }) =>
    form(
      'a field beside the file',
      formOf(...random.pick([[field, fileOf(one)], [fileOf(one), field], [field]])),
    ),
  ({ one, random }) => {
    const said = random.pick([
      `form-data; name="document"; filename="x.txt"`,
      `form-data; filename="x.txt"`,
      `form-data; name="file"`,
      `form-data; name="__proto__"; filename="x.txt"`,
      `form-data; name="toString"; filename="x.txt"`,
      `form-data; name="file[]"; filename="x.txt"`,
      `form-data; name="file"; name="file"; filename="x.txt"; filename="y.txt"`,
      `form-data; name=file; filename=x.txt`,
      `form-data; name="file; filename="x.txt`,
      `attachment; name="file"; filename="x.txt"`,
      'form-data',
      '',
    ])
    return form(`a part with ${said}`, formOf({ ...fileOf(one), disposition: said }))
  },
  ({ one, random }) =>
    form('an odd file name', formOf({ ...fileOf(one), disposition: disposition(random.pick(names)) })),
  ({ one, random }) => {
    const name = random.pick([
      Buffer.from('é.txt', 'latin1'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from([0xed, 0xa0, 0x80]),
    ])
    const [before = '', after = ''] = formOf({ ...fileOf(one), disposition: disposition('@@') })
      .toString('latin1')
      .split('@@')
    return form(
      'a file name that isn’t UTF-8',
      Buffer.concat([Buffer.from(before, 'latin1'), name, Buffer.from(after, 'latin1')]),
    )
  },
  ({ one, random }) => {
    const said = random.pick([
      "filename*=UTF-8''%ff%fe.txt",
      "filename*=x-unknown''a.txt",
      "filename*=utf-16le''a.txt",
      "filename*=''",
      'filename*=%',
      'filename*0="a"; filename*1="b.txt"',
    ])
    return form(
      `a file name as ${said}`,
      formOf({ ...fileOf(one), disposition: `form-data; name="file"; ${said}` }),
    )
  },
  ({ one, random }) =>
    form(
      'odd headers of the part',
      formOf({
        ...fileOf(one),
        headers: random.pick([
          '',
          'no colon\r\n',
          ': no name\r\n',
          'a: b\nc: d\r\n',
          ' folded: x\r\n',
          `x: ${'x'.repeat(200_000)}\r\n`,
          'x: y\r\n'.repeat(3000),
          'content-type: multipart/mixed; boundary=inner\r\n',
          'content-type: ;;;=\r\n',
          'content-type: text/plain; charset=x-unknown\r\n',
          'content-transfer-encoding: base64\r\n',
          'content-disposition: form-data; name="other"\r\n',
          'content-length: 99999999999\r\n',
          '\u0000: \u0000\r\n',
        ]),
      }),
    ),
  ({ one, random }) => {
    const text = formOf(fileOf(one)).toString('latin1')
    return form(
      'other line ends',
      Buffer.from(
        random.pick([
          text.replaceAll('\r\n', '\n'),
          text.replaceAll('\r\n', '\r'),
          text.replace('\r\n\r\n', '\r\n'),
          `\r\n\r\n${text}`,
          text.replaceAll('--boundary', '-boundary'),
        ]),
        'latin1',
      ),
    )
  },
  ({ one, random }) =>
    form(
      'no parts',
      random.pick([Buffer.alloc(0), Buffer.from(`--${BOUNDARY}--\r\n`), Buffer.from(one.file?.text ?? '')]),
    ),
  ({ one }) => form('an empty file', formOf({ ...fileOf(one), content: '' })),
  ({ one, random }) =>
    form(
      'text before or after the form',
      Buffer.concat([
        Buffer.alloc(random.below(100_000), 'p'),
        Buffer.from('\r\n'),
        formOf(fileOf(one)),
        Buffer.alloc(random.below(100_000), 'e'),
      ]),
    ),
  ({ endpoint, one, oversizedUpTo }) => {
    const largest = endpoint.largest?.bytes ?? limits.fileBytes
    if (largest > oversizedUpTo) return form('the file twice', formOf(fileOf(one), fileOf(one)))
    const [head = '', tail = ''] = formOf({ ...fileOf(one), content: '@@' })
      .toString('latin1')
      .split('@@')
    const piece = Buffer.alloc(1024 * 1024, 'x')
    return {
      what: 'a file above the limit',
      type: FORM_TYPE,
      pieces: [
        Buffer.from(head, 'latin1'),
        ...Array.from({ length: Math.ceil(largest / piece.length) }, () => piece),
        Buffer.from('x'),
        Buffer.from(tail, 'latin1'),
      ],
    }
  },
]
