import { expect, test } from 'vitest'
import { fileNameOf } from './fileNameOf.ts'
import { link, pageStart, shownIn } from './html.ts'
import { dataTexts } from './texts.ts'

const hostile = '<script>alert(1)</script>"\' & <img src=x onerror=alert(2)>'

test('nothing that people wrote becomes markup', () => {
  const t = dataTexts.en
  const shown = shownIn(t)({
    name: hostile,
    [hostile]: hostile,
    sources: [{ title: hostile, [hostile]: [hostile] }],
  })
  for (const html of [shown, pageStart(hostile, t), link(`files/${hostile}`, hostile)])
    expect(html).not.toMatch(/<(script|img)|onerror=alert\(2\)>/)
  expect(shown).toContain('&lt;script&gt;')
})

test('values are readable, and empty ones are left out', () => {
  const shown = shownIn(dataTexts.en)({
    createdAt: '2026-11-29T02:49:03.335Z',
    disabled: false,
    email: null,
    groups: ['Readers', 'Writers'],
    answer: 'One line\nand another',
    attachments: [],
    feedback: { rating: 'Bad' },
  })
  expect(shown).toContain(
    '<dt>Created</dt><dd><time datetime="2026-11-29T02:49:03.335Z">Nov 29, 2026, 2:49:03',
  )
  expect(shown).toContain('<dt>Disabled</dt><dd>No</dd>')
  expect(shown).toContain('<ul><li><bdi>Readers</bdi></li><li><bdi>Writers</bdi></li></ul>')
  expect(shown).toContain('<div class="t" dir="auto">One line\nand another</div>')
  expect(shown).toContain('<dt>Feedback</dt><dd><dl><dt>Rating</dt>')
  expect(shown).not.toMatch(/Email|Attachments/)
})

test('pages load and run nothing, and have the direction of their language', () => {
  const page = pageStart('Titel', dataTexts.ar)
  expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/https?:|<script|url\(/)
})

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a/b\\c:d*e?.txt', 'a_b_c_d_e_.txt'],
  ['\u202Egpj.exe', '_gpj.exe'],
  ['CON.txt', '_CON.txt'],
  ['...', 'file'],
  ['', 'file'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
  ['تقرير.pdf', 'تقرير.pdf'],
])('the file name %s is %s', (given, name) => expect(fileNameOf(given)).toBe(name))

test('both languages have the same reasons', () => {
  const { en, ar } = dataTexts
  expect(ar.notIncludedReasons).toHaveLength(en.notIncludedReasons.length)
  expect(ar.statement.outside).toHaveLength(en.statement.outside.length)
  expect(Object.keys(ar.statement.kept)).toEqual(Object.keys(en.statement.kept))
})
