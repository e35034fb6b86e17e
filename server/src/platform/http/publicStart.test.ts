import { expect, test } from 'vitest'
import { drawnStart } from './publicStart.ts'

const draw = (introduction: string, url = '/public-chat/help', agentName = 'Help desk') =>
  drawnStart(url, { agentName, introduction })
const paragraphs = (html: string) => [...html.matchAll(/<p>(.*?)<\/p>/gs)].map(([, text]) => text)

test('the name and the first paragraphs are drawn, up to what is more than plain text', () => {
  const html = draw('Ask me about **departures**.\n\nI know `every` track.\n\n- one\n- two\n\nThe end.')
  expect(html).toContain('<h1 class="h1" dir="auto">Help desk</h1>')
  expect(paragraphs(html)).toEqual(['Ask me about <strong>departures</strong>.', 'I know every track.'])
  for (const other of [
    '# Title',
    '> quoted',
    '| a | b |',
    '1. one',
    '[link](https://a.example)',
    'a\n- b',
    '```\nx',
  ])
    expect([other, paragraphs(draw(`First.\n\n${other}\n\nLast.`))]).toEqual([other, ['First.']])
})

test('nothing of it is read as HTML', () => {
  const html = draw('A & B "c"', '/public-chat/help', '<img src=x onerror=alert(1)>')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(paragraphs(html)).toEqual(['A &amp; B &quot;c&quot;'])
  expect(draw('<script>alert(1)</script>')).not.toContain('script')
  expect(paragraphs(draw('**A & B**'))).toEqual(['<strong>A &amp; B</strong>'])
})

test('a long text ends with a whole paragraph', () => {
  expect(paragraphs(draw(`First.\n\n${'word '.repeat(300)}`))).toEqual(['First.'])
})

test.each([
  ['/public-chat/help/', true],
  ['/public-chat/help/false', true],
  ['/public-chat/help/true?x=1', true],
  ['/public-chat/help/true?conversationId=019ab3c2-5f00-7000-8000-000000000001', false],
  ['/public-chat/help/019ab3c2-5f00-7000-8000-000000000001', false],
  ['/public-chat/help/other', false],
])('%s: %s', (url, isDrawn) => {
  expect(draw('Hello.', url) !== '').toBe(isDrawn)
})

test('a popup has no visible name', () => {
  expect(draw('Hello.', '/public-chat/help/true')).toContain('<h1 class="hidden"')
})
