import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../../testing/cpuTime.ts'
import { cutPassages } from '../passages/cut.ts'
import { attached, mailText, makeEmail, makeRtf } from '../testing/textFiles.ts'
import { makeDocx, words } from '../testing/wordDocuments.ts'
import { extractCode } from './code/sourceCode.ts'
import { extractJson, extractJsonLines } from './data/values.ts'
import { extractXml } from './data/xmlData.ts'
import { extractYaml } from './data/yaml.ts'
import { openDocument } from './extract.ts'
import { detectKind } from './kindOf.ts'
import { openRtf } from './rtf.ts'
import { extractSubtitles } from './subtitles.ts'

/** Returns what is indexed of a file with this name: the heading and the text of each passage. */
async function passagesOf(
  name: string,
  content: Buffer | string,
): Promise<[heading: string, text: string][]> {
  const bytes = Buffer.from(content)
  const head = bytes.subarray(0, 4096)
  const kind = await detectKind({ name, size: bytes.length, head }, async (start, end) =>
    bytes.subarray(start, end),
  )
  const opened = await openDocument(bytes, kind)
  const found: [string, string][] = []
  for await (const part of opened.parts)
    for (const { heading, text } of cutPassages(part)) found.push([heading, text])
  return found
}
const textOf = async (name: string, content: Buffer | string) =>
  (await passagesOf(name, content)).map(([, text]) => text).join('\n')
const failureOf = (name: string, content: Buffer | string) =>
  passagesOf(name, content).then(
    () => null,
    (error: { reason?: string; code?: string }) => error.reason ?? error.code,
  )

describe('an email', () => {
  const date = 'Date: Mon, 1 Jan 2024 10:00:00 +0100'

  it('is read below its subject, with who wrote when to whom, and without the marks of quotes', async () => {
    const text =
      'Quay 7 costs 42 crowns.\r\n\r\nOn Sunday, Ben wrote:\r\n> What does\r\n> quay 7 cost?\r\n>> Hello\r\n'
    const mail = makeEmail(['To: Ben <ben@x.example>, c@x.example', 'Subject: Fees', date], [mailText(text)])
    expect(await passagesOf('fees.eml', mail)).toEqual([
      [
        'Fees',
        'From: Anna <anna@halden.example>\nTo: Ben <ben@x.example>, c@x.example\nDate: Mon, 1 Jan 2024 10:00:00 +0100\n\n' +
          'Quay 7 costs 42 crowns.\n\nOn Sunday, Ben wrote:\n\nWhat does\nquay 7 cost?\n\nHello',
      ],
    ])
  })

  it('reads attachments and attached emails below their names, and names what can’t be read', async () => {
    const inner = makeEmail(['Subject: Older'], [mailText('The mole is 90 meters long.')])
    const mail = makeEmail(
      ['Subject: Rules'],
      [
        mailText('See the files.'),
        attached(
          'rules.docx',
          'application/octet-stream',
          makeDocx([words.heading(1, 'Night'), words.text('No fire.')]),
        ),
        attached('prices.csv', 'text/csv', Buffer.from('Berth;Price\nQuay 7;42\n')),
        attached('pier.png', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0])),
        { headers: ['Content-Type: message/rfc822'], body: inner },
      ],
    )
    const passages = await passagesOf('rules.eml', mail)
    expect(passages[0]?.[1]).toContain(
      'Attachments: rules.docx, prices.csv, pier.png, Email\n\nSee the files.',
    )
    expect(passages).toContainEqual(['Rules › rules.docx › Night', 'No fire.'])
    expect(passages).toContainEqual(['Rules › prices.csv', 'Berth | Price\nBerth: Quay 7 | Price: 42'])
    expect(passages.at(-1)?.[0]).toBe('Rules › Email › Older')
    expect(passages.at(-1)?.[1]).toContain('The mole is 90 meters long.')
  })

  it('is decoded from older encodings, and read from its HTML if the text says nothing', async () => {
    const subject = `Subject: =?windows-1256?B?${Buffer.from([0xc3, 0xcc, 0xd1, 0xc9]).toString('base64')}?=`
    const ship = Buffer.from([0xc7, 0xe1, 0xd3, 0xdd, 0xed, 0xe4, 0xc9])
    const arabic = { headers: ['Content-Type: text/plain; charset=windows-1256'], body: ship }
    const [passage] = await passagesOf('a.eml', makeEmail([subject], [arabic]))
    expect(passage?.[0]).toBe('أجرة')
    expect(passage?.[1]).toContain('السفينة')
    const quoted = {
      headers: [
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
      ],
      body: 'Caf=E9',
    }
    expect(await textOf('a.eml', makeEmail([date], [quoted]))).toContain('Café')
    const html = mailText(
      `<title>x</title><h1>Offer</h1><p>${'Berths are free. '.repeat(9)}</p>`,
      'text/html',
    )
    expect((await passagesOf('a.eml', makeEmail(['Subject: New'], [html])))[1]?.[0]).toBe('New › Offer')
  })

  it('limits how deeply and how often something is attached, and is text under another name', async () => {
    let mail = makeEmail(['Subject: Last'], [mailText('Innermost.')])
    for (let depth = 0; depth < 9; depth += 1)
      mail = makeEmail(
        [`Subject: Level ${depth}`],
        [{ headers: ['Content-Type: message/rfc822'], body: mail }],
      )
    expect(await textOf('deep.eml', mail)).not.toContain('Innermost')
    const many = Array.from({ length: 80 }, (_, at) =>
      attached(`${at}.txt`, 'text/plain', Buffer.from(`Note ${at}.`)),
    )
    expect(await passagesOf('many.eml', makeEmail([date], many))).toHaveLength(51)
    expect(await textOf('notes.txt', 'From: a\nTo: b\n\nStill text.')).toContain('Still text.')
    expect(await textOf('notes.eml', 'No headers at all.')).toBe('No headers at all.')
  })
})

describe('rich text', () => {
  it('has headings, items with their numbers, rows, and notes, but nothing that isn’t text', async () => {
    const body = `{\\header\\pard top\\par}\\pard\\s1 Fees\\par\\pard\\s2 Boats\\par
\\pard A boat pays{\\footnote Not at night.} \\u8364?42 {\\v hidden}{\\*\\unknown x}{\\pict\\bin3 {{{ 00}once.\\par
{\\listtext 1.\\tab}first\\par\\trowd\\pard\\intbl Ship\\cell Fee\\cell\\row\\pard\\intbl Vela\\cell 12\\cell\\row
\\pard{\\field{\\*\\fldinst HYPERLINK "http://x"}{\\fldrslt a link}}\\par`
    expect(await passagesOf('fees.rtf', makeRtf(body))).toEqual([
      [
        'Fees › Boats',
        'A boat pays €42 once.\n\nNot at night.\n\n1. first\nShip | Fee\nShip: Vela | Fee: 12\n\na link',
      ],
    ])
  })

  it('is decoded by the code page of its font, and recognized under any name', async () => {
    const body =
      "\\pard caf\\'e9 \\f1\\'c7\\'e1\\'d3\\'dd\\'ed\\'e4\\'c9\\f2 \\'93\\'fa\\'96\\'7b\\par {\\f0\\uc2\\u1587\\'3f\\'3f!}"
    expect(await textOf('notes.txt', makeRtf(body))).toBe('café السفينة日本\n\nس!')
    expect(await failureOf('empty.rtf', makeRtf('\\pard\\par'))).toBe('file.noText')
  })

  it.each([
    ['groups', '{'],
    ['notes', '{\\footnote a'],
    ['cells', 'a\\cell '],
    ['letters', 'a'],
    ['control words', '\\b1 '],
    ['fonts', "\\f1\\'d3\\f0\\'d3"],
  ])('of endless %s is read in little time', (_, text) => {
    const bytes = Buffer.from(`{\\rtf1 x\\par \\${text.repeat(300_000)}`)
    expect(cpuMs(() => openRtf(bytes))).toBeLessThan(10_000)
  })
})

describe('JSON, YAML, and XML', () => {
  it('have records as rows, and keys as headings', async () => {
    const people = [
      { id: 1, name: 'سالم', address: { city: 'Halden' }, tags: ['a', 'b'] },
      { id: 2, name: 'Ben', address: { city: 'Moss' }, tags: [] },
    ]
    const json = JSON.stringify({ port: 'Halden', people, open: true }).replace('"id":2', '"id":2.50')
    const rows =
      'id: 1 | name: سالم | address › city: Halden | tags: a, b\nid: 2.50 | name: Ben | address › city: Moss'
    expect(await passagesOf('data.json', json)).toEqual([
      ['', 'port: Halden'],
      ['people', rows],
      ['', 'open: true'],
    ])
    expect(
      await textOf('data.jsonl', `${people.map((one) => JSON.stringify(one)).join('\n')}\nnot JSON`),
    ).toBe(`${rows.replace('2.50', '2')}\nnot JSON`)
    const yaml = 'people:\n  - {id: 1, name: Anna}\n  - {id: 010, name: yes}\nport: 1.10\n'
    expect(await passagesOf('data.yaml', yaml)).toEqual([
      ['people', 'id: 1 | name: Anna\nid: 010 | name: yes'],
      ['', 'port: 1.10'],
    ])
    const xml =
      '<c xmlns="x"><day>3</day><s:ship id="a"><name>Vela</name><fee cur="EUR">12</fee></s:ship><ship id="b"><name>Ostra</name></ship><p>A <b>long</b> pier</p></c>'
    expect(await passagesOf('data.xml', xml)).toEqual([
      ['c', 'day: 3\nid: a | name: Vela | fee › cur: EUR | fee: 12\nid: b | name: Ostra\nA long pier'],
    ])
  })

  it('have a heading for each record that is longer than a passage', async () => {
    const long = 'Boats pay two crowns a night. '.repeat(30)
    const passages = await passagesOf(
      'a.json',
      JSON.stringify([
        { title: 'One', text: long },
        { title: 'Two', text: long },
      ]),
    )
    expect(new Set(passages.map(([heading]) => heading))).toEqual(new Set(['One', 'Two']))
  })

  it('are text if they aren’t what their name says', async () => {
    for (const name of ['a.json', 'a.jsonl', 'a.xml', 'a.yaml', 'a.ipynb'])
      expect(await textOf(name, 'The pier: is [long.')).toBe('The pier: is [long.')
    expect(await textOf('a.json', '{"broken": [1,')).toBe('{"broken": [1,')
    expect(await textOf('a.json', '// Settings\n{ "port": 80 }')).toBe('// Settings\n{ "port": 80 }')
    expect(await textOf('a.txt', '<?xml version="1.0"?><a><b>x</b></a>')).toBe('b: x')
    expect(await failureOf('a.json', '{}')).toBe('file.noText')
  })

  it('read no entities, repeat no aliases, and nest without end', async () => {
    const entities = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x><y>safe &e;</y></x>'
    expect(await textOf('a.xml', entities)).toBe('y: safe &e;')
    const names = 'abcdefghi'
    const bomb = [...names]
      .map((name, at) => `${name}: &${name} [${`*${names[at - 1]},`.repeat(at && 9)} x]`)
      .join('\n')
    expect((await textOf('a.yaml', bomb)).length).toBeLessThan(1000)
    expect(await failureOf('a.xml', '<a>'.repeat(20_000))).toBe('file.broken')
    const nested = (depth: number) => `${'{"a":1,"b":'.repeat(depth)}"deep"${'}'.repeat(depth)}`
    expect(await textOf('a.json', nested(50_000))).toContain('deep')
  })

  it.each([
    ['JSON', extractJson, '[1,{"a":2}],'],
    ['JSON that is nested', extractJson, '{"a":['],
    ['lines of JSON', extractJsonLines, '{\n'],
    ['YAML that is nested', extractYaml, '['],
    ['XML', extractXml, 'x<a b="c">d</a><e><f>g</f></e>'],
  ])('are read in little time: endless %s', (_, read, text) => {
    expect(cpuMs(() => read(`[${text.repeat(100_000)}1]`))).toBeLessThan(20_000)
  })
})

describe('source code', () => {
  it('is read line by line, below the definitions that it belongs to', async () => {
    const python =
      'import os\n\n# Areas.\n@final\nclass Shape:\n    """A shape."""\n\n    # In meters.\n    def area(self):\n        return 1\n\n\ndef main():\n    if x:\n        run()\n\nmain()\n'
    expect(await passagesOf('shapes.py', python)).toEqual([
      ['', 'import os'],
      ['class Shape', '# Areas.\n@final\nclass Shape:\n    """A shape."""'],
      ['class Shape › def area(self)', '    # In meters.\n    def area(self):\n        return 1'],
      ['def main()', 'def main():\n    if x:\n        run()'],
      ['', 'main()'],
    ])
  })

  it.each([
    [
      'a.ts',
      'export async function load(id: string) {\n  run()\n}',
      'export async function load(id: string)',
    ],
    ['a.tsx', 'export const load = (id: string) => {\n  run()\n}', 'export const load = (id: string)'],
    [
      'a.go',
      'func (s *Server) Load(id string) error {\n\trun()\n}',
      'func (s *Server) Load(id string) error',
    ],
    ['a.rs', 'pub(crate) fn load(id: u8) {\n    run()\n}', 'pub(crate) fn load(id: u8)'],
    ['a.c', 'static int load(char *id)\n{\n    run();\n}', 'static int load(char *id)'],
    ['a.sql', 'create or replace view load as (\n  select run()\n);', 'create or replace view load as'],
    ['a.sh', 'load() {\n  run\n}', 'load()'],
    ['settings.toml', '[load]\nrun = 1', 'load'],
  ])('of %s has its definition as heading', async (name, code, heading) => {
    expect(await passagesOf(name, code)).toEqual([[heading, code]])
  })

  it('is recognized by its name or its first line, and no line is lost', async () => {
    expect(await textOf('Dockerfile', 'FROM node\n\nRUN  npm ci')).toBe('FROM node\n\nRUN  npm ci')
    expect(await textOf('run', '#!/bin/sh\nif x\n  then y')).toBe('#!/bin/sh\nif x\n  then y')
    expect(await textOf('رسالة.js', 'const نص = "السفينة تبحر"\n')).toBe('const نص = "السفينة تبحر"')
    const lines = Array.from({ length: 3000 }, (_, at) => `${at % 7 === 0 ? 'class' : ' x'} word${at} {`)
    const text = extractCode(lines.join('\n')).text
    for (const at of [0, 6, 7, 1500, 2999]) expect(text).toContain(`word${at} {`)
  })

  it.each(['class a\n', '  @a\n', 'a(b) {', `[${' '.repeat(290)}\n`, `${'a '.repeat(140)}(\n`, '\n'])(
    'is read in little time if it only consists of %j',
    (text) => {
      expect(cpuMs(() => extractCode(`class A {\n${text.repeat(1_000_000 / text.length)}`))).toBeLessThan(
        10_000,
      )
    },
  )
})

describe('a notebook', () => {
  const cell = (type: string, source: string | string[], outputs: unknown[] = []) => ({
    cell_type: type,
    source,
    outputs,
  })
  const notebook = JSON.stringify({
    nbformat: 4,
    cells: [
      cell('markdown', ['# المد والجزر\n', '\n', 'The tide is **high** at six.']),
      cell('code', 'for x in y:\n    print(x)', [
        { output_type: 'stream', text: ['42\n', 'x'.repeat(9000)] },
        { output_type: 'display_data', data: { 'image/png': 'AAAA', 'text/plain': '<Figure size 1x1>' } },
        { output_type: 'error', ename: 'ValueError', evalue: 'no tide', traceback: ['\u001b[31m'] },
      ]),
    ],
  })

  it('has its text, its code, and the beginning of what the code wrote, but no pictures', async () => {
    const passages = await passagesOf('tides.ipynb', notebook)
    expect(passages[0]?.[0]).toBe('المد والجزر')
    const text = passages.map((passage) => passage[1]).join('\n')
    expect(text).toContain('The tide is high at six.\n\nfor x in y:\n    print(x)\n42')
    expect(text).toContain('ValueError: no tide')
    expect(text).not.toMatch(/AAAA|Figure|x{5000}/)
    expect(await passagesOf('tides.json', notebook)).toEqual(passages)
  })
})

describe('subtitles', () => {
  it('are paragraphs of what each speaker says, without times, notes, and markup', async () => {
    const vtt = `WEBVTT - Council

STYLE
::cue { color: red }

NOTE not said

1
00:01.000 --> 00:03.000 align:start
<v Anna>The harbour <i>closes</i> at nine,

00:03.000 --> 00:05.000
<v Anna>every day &amp; night.</v>

00:05.000 --> 00:07.000
<v سالم>حقًا؟`
    expect(await passagesOf('council.txt', vtt)).toEqual([
      ['Council', 'Anna: The harbour closes at nine, every day & night.\n\nسالم: حقًا؟'],
    ])
  })

  it('say once what rolls up, and begin a paragraph after a pause', async () => {
    const srt = (cues: [string, string, string][]) =>
      cues.map(([from, to, text], at) => `${at + 1}\n00:00:${from} --> 00:00:${to}\n${text}\n`).join('\n')
    const text = srt([
      ['01,000', '02,000', 'Boats pay'],
      ['02,010', '03,000', 'Boats pay\ntwo crowns.'],
      ['03,000', '04,000', 'two crowns.\n{\\an8}Always.'],
      ['20,000', '21,000', 'Always.'],
    ])
    expect(await textOf('speech.srt', text)).toBe('Boats pay two crowns. Always.\n\nAlways.')
    expect(await textOf('broken.srt', 'No times here.')).toBe('No times here.')
  })

  it.each(['<v a', '{\\', '-->', '1\n', '00:01.000 --> 00:02.000\n'])(
    'of endless %j are read in little time',
    (text) => {
      const vtt = `WEBVTT\n\n00:01.000 --> 00:02.000\nx${text.repeat(300_000)}`
      expect(cpuMs(() => extractSubtitles(vtt))).toBeLessThan(10_000)
    },
  )
})
