// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { sentencesIn } from './sentences.ts'
import { spokenLanguage } from './voices.ts'

function read(html: string): string[] {
  const root = document.createElement('div')
  root.innerHTML = html
  document.body.replaceChildren(root)
  return sentencesIn(root).map(({ text, range }) => {
    expect(range.toString().replaceAll(/\s+/g, ' ')).toContain(text.slice(0, 3))
    return text
  })
}

it('reads sentences in their order, across words in bold and links', () => {
  expect(
    read(
      '<p>It is <strong>bold. And</strong> <a href="#">linked</a>.</p><ul><li>One</li><li>Two. Three.</li></ul>',
    ),
  ).toEqual(['It is bold.', 'And linked.', 'One', 'Two.', 'Three.'])
})

it('reads a list item and the list in it one after another', () => {
  expect(read('<ul><li>Outer<ul><li>Inner</li></ul></li></ul>')).toEqual(['Outer', 'Inner'])
})

it('skips code, formulas, marks of sources, and buttons', () => {
  expect(
    read(
      '<p>See <a class="md-citation"><sup>1</sup></a> this.</p><div class="md-code"><pre>x = 1</pre></div><div class="md-formula">E=mc</div><div class="md-table-area"><table><tbody><tr><td>Ulm</td><td>3</td></tr></tbody></table><div class="md-table-actions"><button>Copy</button></div></div><p>…</p>',
    ),
  ).toEqual(['See this.', 'Ulm', '3'])
})

it('skips what belongs to a generated image', () => {
  expect(
    read('<p>Here.</p><span class="generated-image"><img alt="A fox"><span>AI-generated</span></span>'),
  ).toEqual(['Here.'])
})

it('splits sentences that are too long for a voice, after a mark or between words', () => {
  const long = `${'word '.repeat(30)}end, ${'more '.repeat(30)}and <b>${'x'.repeat(450)}</b> 😀.`
  const parts = read(`<p>${long}</p>`)
  expect(parts.join(' ').replaceAll(/\s+/g, '')).toBe(long.replaceAll(/<\/?b>|\s+/g, ''))
  expect(parts[0]).toMatch(/end,$/)
  expect(parts[1]).toMatch(/and$/)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(200)
  expect(parts).toHaveLength(5)
})

it('reads Arabic sentences', () => {
  expect(read('<p>ما هو الوقت؟ الساعة الخامسة.</p>')).toEqual(['ما هو الوقت؟', 'الساعة الخامسة.'])
})

it('chooses the language of the script, or else the page’s language', () => {
  expect(spokenLanguage('مرحبا', 'en')).toBe('ar')
  expect(spokenLanguage('Hello', 'ar')).toBe('en')
  expect(spokenLanguage('Hallo', 'de')).toBe('de')
  expect(spokenLanguage('Привет', 'en')).toBe('ru')
  expect(spokenLanguage('漢字', 'en')).toBe('zh')
  expect(spokenLanguage('漢字です', 'en')).toBe('ja')
  expect(spokenLanguage('12.', 'ar')).toBe('en')
})
