import { describe, expect, test } from 'vitest'
import { safeSvg } from './safeSvg.ts'
import { withBackground } from './saving.ts'

const size = { width: 99.5, height: 50 }
const ns = 'xmlns="http://www.w3.org/2000/svg"'
const safe = (content: string) =>
  safeSvg({ svg: `<svg ${ns}>${content}</svg>`, ...size })?.replace(/^<svg[^>]*>|<\/svg>$/g, '')

test('an image keeps its shapes, text, and own references, and gets its size', () => {
  const svg = `<svg ${ns} width="100%" style="max-width: 99px;" viewBox="0 0 99.5 50"><style>#d .a{fill:#fff;}</style><g class="a"><path d="M0 0" marker-end="url(#d_arrow)"/><text>A &amp; B &lt; C</text></g></svg>`
  expect(safeSvg({ svg, ...size })).toBe(
    `<svg ${ns} viewBox="0 0 99.5 50" width="100" height="50"><style>#d .a{fill:#fff;}</style><g class="a"><path d="M0 0" marker-end="url(#d_arrow)"/><text>A &amp; B &lt; C</text></g></svg>`,
  )
})

describe('what an image must not contain', () => {
  test.each([
    ['a script', '<script>alert(1)</script><g/>', '<g/>'],
    ['a script in another element', '<script><g>x</g></script><g/>', '<g/>'],
    ['a picture', '<image href="http://x.example/a.png"/><g/>', '<g/>'],
    [
      'a frame',
      '<foreignObject><iframe src="http://x.example"/></foreignObject>',
      '<foreignObject></foreignObject>',
    ],
    ['an animation', '<rect><set attributeName="href" to="javascript:1"/></rect>', '<rect></rect>'],
    ['a prefixed script', '<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>', ''],
    ['a handler', '<g onclick="alert(1)" OnLoad="x"/>', '<g/>'],
    ['a link', '<a xlink:href="https://x.example"><text>T</text></a>', '<text>T</text>'],
    ['another document', '<use href="http://x.example/#a"/>', '<use/>'],
    ['a reference with a prefix', '<use p:href="http://x.example/#a"/>', '<use/>'],
    [
      'an import',
      '<style>@import url(http://x.example);.a{fill:red}</style>',
      '<style>/**/.a{fill:red}</style>',
    ],
    ['a URL in a style', '<rect style="fill: url( \'http://x.example\' )"/>', '<rect style="fill: /**/"/>'],
    [
      'an escaped URL',
      '<style>.a{fill:\\75rl(http://x.example)}</style>',
      '<style>.a{fill:75rl(http://x.example)}</style>',
    ],
    ['a URL with references', '<rect fill="&#117;rl&#40;http://x.example)"/>', '<rect fill="/**/"/>'],
    [
      'a URL behind a comment',
      '<style>.a{fill:ur/**/l(http://x.example)}</style>',
      '<style>.a{fill:/**/}</style>',
    ],
    [
      'an image in a style',
      '<style>.a{fill:image-set("http://x.example/a.png" 1x)}</style>',
      '<style>.a{fill:/**/}</style>',
    ],
    [
      'a URL around another',
      '<style>.a{fill:uurl(x)rl(http://x.example)}</style>',
      '<style>.a{fill:u/**/rl(http://x.example)}</style>',
    ],
    [
      'an import around another',
      '<style>@im@import x;port "http://x.example";</style>',
      '<style>@im/**/port &quot;http://x.example&quot;;</style>',
    ],
    [
      'a URL behind a comment without an end',
      '<style>.a{}/* url(http://x.example)</style>',
      '<style>.a{}</style>',
    ],
    ['a background', '<table background="http://x.example/a.png"></table>', '<table></table>'],
    ['another base', '<g xml:base="http://x.example"/>', '<g/>'],
  ])('%s', (_what, content, expected) => {
    expect(safe(content)).toBe(expected)
  })

  test.each([
    ['HTML', '<p>x</p>'],
    ['text', 'svg'],
    ['a document type', `<!DOCTYPE svg [<!ENTITY x "y">]><svg ${ns}></svg>`],
    ['an instruction', `<?xml-stylesheet href="http://x.example"?><svg ${ns}></svg>`],
    ['a section of characters', `<svg ${ns}><![CDATA[<script>]]></svg>`],
    ['a comment', `<svg ${ns}><!-- --></svg>`],
    ['elements that overlap', `<svg ${ns}><g><a></g></a></svg>`],
    ['an open element', `<svg ${ns}><g></svg>`],
    ['two images', `<svg ${ns}></svg><svg ${ns}></svg>`],
    ['an attribute without quotation marks', `<svg ${ns}><g onclick=alert(1)></g></svg>`],
    ['nothing', ''],
  ])('%s instead of an image', (_what, svg) => {
    expect(safeSvg({ svg, ...size })).toBeNull()
  })
})

test('many comments without an end take no time', () => {
  const before = performance.now()
  safe(`<style>${'/* '.repeat(100_000)}</style>`)
  expect(performance.now() - before).toBeLessThan(1000)
})

test('a saved image has the background of the page', () => {
  const svg = `<svg ${ns} viewBox="-8 -4.5 100 50" width="100" height="50"><g/></svg>`
  expect(withBackground({ svg, background: '#18181f' })).toBe(
    svg.replace('<g/>', '<rect x="-8" y="-4.5" width="100" height="50" fill="#18181f"/><g/>'),
  )
})
