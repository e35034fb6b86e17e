// @vitest-environment happy-dom
import { answerRules, resourcesOf } from '@parlance/contract/markdown/resources'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cellsOf, htmlCopyOf, tabbed } from './copies.ts'
import { hostilePayloads } from './hostilePayloads.ts'
import {
  Blocks,
  GrowingMarkdown,
  plainSurroundings,
  type Surroundings,
  SurroundingsContext,
} from './index.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
// The product's pages use standards mode, unlike the test page, and formulas are typeset only in that mode.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true })

let unmount = () => {}
afterEach(() => act(() => unmount()))

function show(
  text: string,
  ended = true,
  surroundings: Partial<Surroundings> = {},
  cut = false,
): HTMLElement {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  const blocks = new Blocks()
  blocks.push(text)
  if (ended) blocks.end()
  act(() =>
    root.render(
      <SurroundingsContext value={{ ...plainSurroundings, ...surroundings }}>
        <GrowingMarkdown blocks={blocks} version={1} ended={ended} cut={cut} />
      </SurroundingsContext>,
    ),
  )
  return place
}

const upTo = (most: number) => (number: number) => (number >= 1 && number <= most ? number : null)

/** The elements that the renderer creates. `svg` and its shapes are the icons of code blocks. */
const allowed = new Set(
  'p ul ol li h2 h3 h4 h5 h6 blockquote hr strong em del code pre a br span div table caption thead tbody tr th td'.split(
    ' ',
  ),
)
const isIcon = (element: Element) =>
  element.closest('.md-copy svg, .md-code-head svg, .md-check svg') !== null || element.matches('.md-copy')
const foreign = (place: HTMLElement) =>
  [...place.querySelectorAll('*')].filter((element) => !allowed.has(element.localName) && !isIcon(element))

it('shows the place of a source among the sources, whatever number the model gave it', () => {
  const openCitation = vi.fn()
  const places = new Map([
    [57, 1],
    [3, 2],
  ])
  const place = show('Rate.[57] Fee.[3] Again.[57] None.[8]', true, {
    citationPlace: (number) => places.get(number) ?? null,
    openCitation,
  })
  const links = [...place.querySelectorAll<HTMLElement>('a.md-citation')]
  expect(links.map((link) => link.textContent)).toEqual(['1', '2', '1'])
  act(() => links[1]!.click())
  expect(openCitation).toHaveBeenCalledWith(2)
  expect(place.textContent).toContain('None.[8]')
})

describe('hostile text in an answer', () => {
  it('covers at least 200 payloads, each once', () => {
    expect(new Set(hostilePayloads).size).toBe(hostilePayloads.length)
    expect(hostilePayloads.length).toBeGreaterThanOrEqual(200)
  })

  it.each(hostilePayloads)('%j stays text', (payload) => {
    for (const ended of [true, false]) {
      const loadImage = vi.fn(() => Promise.resolve('blob:own'))
      const place = show(payload, ended, { citationPlace: upTo(3), loadImage })
      expect(foreign(place).map((element) => element.outerHTML)).toEqual([])
      for (const element of place.querySelectorAll('*')) {
        const names = element.getAttributeNames()
        expect(names.filter((name) => name.startsWith('on') || name === 'src' || name === 'style')).toEqual(
          [],
        )
      }
      for (const link of place.querySelectorAll('a:not(.md-citation)')) {
        expect(link.getAttribute('href')).toMatch(/^(https?:\/\/|mailto:)/)
        expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
        expect(link.getAttribute('target')).toBe('_blank')
      }
      expect(loadImage).not.toHaveBeenCalled()
    }
  })

  const opened = { quotes: '>', lists: '- ', numbers: '1. ', both: '> - ', emphasis: '*a ', struck: '~~a ' }
  it.each(Object.entries(opened))(
    '%s nested a thousand times are parsed, with the innermost as text',
    (_name, mark) => {
      const closed = mark.includes('a') ? mark.trim().replace('a', '').repeat(1500) : ''
      for (const ended of [true, false]) {
        const place = show(`${mark.repeat(1500)}inmost${closed}`, ended)
        expect(place.textContent).toContain('inmost')
        expect(place.querySelectorAll('blockquote, li, em, strong, del').length).toBeLessThan(60)
      }
    },
  )

  it('is detected by these checks if an element does get through', () => {
    const place = show('text')
    place.append(document.createElement('object'))
    expect(foreign(place)).toHaveLength(1)
  })
})

describe('an answer in Markdown', () => {
  it('shows headings below the page’s level, lists, tasks and quotes', () => {
    const place = show('# Title\n\n- a\n- [x] done\n\n3. c\n\n> q\n\n---\n\n~~old~~ *em* **strong**')
    expect(place.querySelector('h2')?.textContent).toBe('Title')
    expect(place.querySelectorAll('ul > li')).toHaveLength(2)
    expect(place.querySelector('.md-check')?.getAttribute('aria-label')).toBe('Done')
    expect(place.querySelector('ol')?.getAttribute('start')).toBe('3')
    expect(place.querySelector('blockquote')?.textContent).toBe('q')
    expect(place.querySelector('del')?.textContent).toBe('old')
    expect(place.querySelector('hr')).not.toBeNull()
  })

  it('gives a number alone the direction of the text around it', () => {
    const direction = (text: string) => {
      const [, number] = show(text).querySelectorAll('p')
      return [
        number!.textContent,
        number!.getAttribute('dir'),
        number!.closest('div[dir]')?.getAttribute('dir'),
      ]
    }
    expect(direction('أفضل تخمين لدي:\n\n**80**\n\nمحسوب من 80 صفًا')).toEqual(['80', null, 'rtl'])
    expect(direction('My best guess:\n\n**80**\n\nالنص')).toEqual(['80', null, 'ltr'])
  })

  it('gives each block the direction of its text, and code always left-to-right', () => {
    const place = show('نص عربي\n\n```js\n1\n```\n\n`x`')
    expect(place.querySelector('p')?.dir).toBe('auto')
    expect(place.querySelector('pre')?.dir).toBe('ltr')
    expect(place.querySelector<HTMLElement>('p code')?.dir).toBe('ltr')
  })

  it('names a table by its columns and makes its frame scrollable', () => {
    const place = show('| Supplier | Late |\n|---|--:|\n| Brandt | 9 |')
    expect(place.querySelector('caption')?.textContent).toBe('Supplier, Late')
    expect(place.querySelector('[role=group]')?.getAttribute('tabindex')).toBe('0')
    expect(place.querySelectorAll('td')[1]?.className).toBe('md-end')
    // Of the frame, because it would otherwise open scrolled to the table's end.
    const direction = (shown: HTMLElement) => shown.querySelector<HTMLElement>('.md-table')?.dir
    expect(direction(place)).toBe('ltr')
    expect(direction(show('| المورد |\n|---|\n| Brandt |'))).toBe('rtl')
  })

  it('is copied as HTML with its structure and links, without buttons, captions, and classes', () => {
    const place = show(
      '# Title\n\n**Rate** rises.[3] See [x](https://example.com/)\n\n3. c\n\n- [x] done\n\n```js\n1 < 2\n```\n\n| A |\n|--:|\n| `b` $c$ |',
      true,
      { citationPlace: (number) => (number === 3 ? 1 : null) },
    )
    expect(htmlCopyOf(place).replace(/ xmlns="[^"]*"/g, '')).toBe(
      '<div><h2>Title</h2><p><strong>Rate</strong> rises.[1] See <a href="https://example.com/">x</a></p>' +
        '<ol start="3"><li>c</li></ol><ul><li>☑ done</li></ul><pre><code>1 &lt; 2</code></pre>' +
        '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><code>b</code> $c$</td></tr></tbody></table></div>',
    )
  })

  it('has tables that are copied with tabs between cells, from all their parts', () => {
    const rows = Array.from({ length: 41 }, (_, index) => `| r${index} | **${index}** |`).join('\n')
    const cells = cellsOf(show(`| Name | Figure |\n|---|--:|\n${rows}`).querySelector('table')!)
    expect(cells).toHaveLength(42)
    expect(tabbed([cells[0]!, cells[41]!])).toBe('Name\tFigure\nr40\t40')
  })

  it('downloads a table as CSV that no spreadsheet runs', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob)
      return 'blob:table'
    })
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const place = show('| Name | Sum |\n|---|--:|\n| =1+1 | -5 |\n| a, b | 2 |')
    const button = [...place.querySelectorAll('button')].find((one) => one.textContent === 'Download CSV')!
    act(() => button.click())
    expect(names).toEqual(['Table.csv'])
    expect(await saved[0]!.text()).toBe(`\uFEFFName,Sum\r\n'=1+1,-5\r\n"a, b",2\r\n`)
    vi.restoreAllMocks()
  })

  it('shows all rows of a long table', () => {
    const rows = Array.from({ length: 101 }, (_, index) => `| r${index} |`).join('\n')
    const cells = [...show(`| a |\n|---|\n${rows}`).querySelectorAll('td')].map((cell) => cell.textContent)
    expect(cells).toEqual(Array.from({ length: 101 }, (_, index) => `r${index}`))
  })

  it('links a citation number to its source, and leaves other numbers as text', () => {
    const openCitation = vi.fn()
    const place = show('Rate.[1] Both.[1, 2] None.[3]', true, { citationPlace: upTo(2), openCitation })
    const numbers = [...place.querySelectorAll<HTMLAnchorElement>('.md-citation')]
    expect(numbers.map((link) => link.textContent)).toEqual(['1', '1', '2'])
    expect(place.textContent).toContain('None.[3]')
    act(() => numbers[2]!.click())
    expect(openCitation).toHaveBeenCalledWith(2)
  })

  it('places a citation number close to the preceding words, and keeps spaces before other numbers', () => {
    const place = show('Rate. [1] Both. [2] [1] None. [3]', true, { citationPlace: upTo(2) })
    expect(place.textContent).toBe('Rate.1 Both.21 None. [3]')
    expect(
      show('Rate. [1] More', false, { citationsExpected: true, citationPlace: upTo(9) }).textContent,
    ).toBe('Rate.1 More')
  })

  it('resolves references in other blocks once the text has ended', () => {
    const text = 'See [the guide][g].\n\nMore.\n\n[g]: https://example.org/guide'
    expect(show(text, false).querySelector('a')).toBeNull()
    expect(show(text, true).querySelector('a')?.href).toBe('https://example.org/guide')
  })

  it('loads pictures only from our own storage, by path', async () => {
    const loadImage = vi.fn(() => Promise.resolve('blob:own'))
    const place = show('![chart](/api/internal/userConversations/1/images/2)', true, { loadImage })
    await act(async () => {})
    expect(loadImage).toHaveBeenCalledWith('/api/internal/userConversations/1/images/2')
    expect(place.querySelector('img')?.alt).toBe('chart')
  })

  it('closes open marks visually and shows no partial table, heading or link', () => {
    expect(show('This is **bo', false).querySelector('strong')?.textContent).toBe('bo')
    expect(show('Text\n\n| a | b |', false).textContent).toBe('Text')
    expect(show('Text\n\n| a | b |\n|--', false).textContent).toBe('Text')
    expect(show('Text\n---', false).querySelector('h2')).toBeNull()
    expect(show('See [the gu', false).textContent).toBe('See the gu')
    expect(show('End.[1', false).textContent).toBe('End.')
  })

  it('shows an open code block as it grows, without its fences', () => {
    const place = show('```python\nx = 1\ny = 2\n``', false)
    expect(place.querySelector('pre')?.textContent).toBe('x = 1\ny = 2')
    expect(place.querySelector('.md-code-head span')?.textContent).toBe('Python')
  })

  it('decodes character references', () => {
    expect(show('a &amp; b &#8364; &lt;b&gt; &unknown;').textContent).toBe('a & b € <b> &unknown;')
  })

  it('copies the code of a block', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    const place = show('```js\nlet a = 1\n```')
    await act(async () => place.querySelector<HTMLButtonElement>('.md-copy')!.click())
    expect(writeText).toHaveBeenCalledWith('let a = 1')
    expect(place.querySelector('.md-copy')?.textContent).toBe('Copied')
    vi.unstubAllGlobals()
  })
})

describe('an image of an answer', () => {
  const shown = async (name: string, loadImage: () => Promise<string>) => {
    const place = show(`![A chart](/api/internal/generatedImages/${name})`, true, { loadImage })
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    return place
  }

  it('is replaced by its description if it can’t be loaded, and is tried again when shown again', async () => {
    let isOffline = true
    const load = async () => {
      if (isOffline) throw new Error('offline')
      return 'blob:chart'
    }
    const place = await shown('chart.png', load)
    expect(place.querySelector('.md-image-text')?.textContent).toBe('A chart')
    expect(place.querySelector('[role=img], img')).toBeNull()
    act(() => unmount())
    isOffline = false
    expect((await shown('chart.png', load)).querySelector('img')?.getAttribute('src')).toBe('blob:chart')
  })
})

describe('formulas in an answer', () => {
  // The test page has no viewport, so every formula counts as visible.
  beforeEach(() => vi.stubGlobal('IntersectionObserver', undefined))
  afterEach(() => void vi.unstubAllGlobals())
  const formulas = (place: HTMLElement) => [...place.querySelectorAll('.md-formula')]
  const written = (text: string, ended = true) =>
    formulas(show(text, ended)).map((one) => (one.querySelector('annotation') ?? one).textContent)

  it.each([
    ['within a line', 'Let $x^2$ and \\(y_1\\) be.', ['x^2', 'y_1']],
    ['on a separate line', 'Then\n$$\n\\frac{a}{b}\n$$\nholds.', ['\\frac{a}{b}']],
    ['in brackets', '\\[\na = b\n\\]', ['a = b']],
    ['in a list and in a table', '- $a$\n\n| x |\n|---|\n| $b$ |', ['a', 'b']],
  ])('are recognized %s', (_, text, expected) => {
    expect(written(text)).toEqual(expected)
  })

  it.each([
    ['amounts', 'From $5 to $6, or US$5 and EU$ 6.'],
    ['code', '`$x$` and\n\n```\n$$\nx\n$$\n```'],
    ['an escaped dollar sign', 'It costs \\$x and \\$y.'],
    ['markers with an empty line between them', '$$\nx\n\ny\n$$'],
  ])('are not recognized in %s', (_, text) => {
    expect(written(text)).toEqual([])
  })

  it('wait for their end while being written, and hide no amounts', () => {
    expect(show('The sum is $a + b', false).textContent).toBe('The sum is')
    expect(show('Then\n\n$$\n\\frac{a', false).textContent).toBe('Then')
    expect(show('It costs $5 or $6', false).textContent).toBe('It costs $5 or $6')
    expect(written('The sum is $a + b$.', false)).toEqual(['a + b'])
  })

  it('are left out at the end of a text that was cut off before they were closed', () => {
    const cut = (text: string) => show(text, true, {}, true).textContent
    expect(cut('The energy is $E = m')).toBe('The energy is')
    expect(cut('Then\n\n$$\n\\frac{a')).toBe('Then')
    expect(cut('Then\n\n\\[\nx^2')).toBe('Then')
    expect(cut('In $USD, a lot')).toBe('In $USD, a lot')
    expect(show('The energy is $E = m').textContent).toBe('The energy is $E = m')
  })

  it('are typeset once the typesetter loads, are left-to-right, and keep their source for screen readers', async () => {
    const place = show('$$\n\\frac{a}{b}\n$$')
    await vi.waitFor(() => expect(place.querySelector('.katex')).not.toBeNull(), { timeout: 300_000 })
    expect(place.querySelector('.md-formula')?.getAttribute('dir')).toBe('ltr')
    expect(place.querySelector('annotation')?.textContent).toBe('\\frac{a}{b}')
  })

  it('load and link nothing, and show the source of an invalid formula', async () => {
    const place = show(
      '$\\href{javascript:alert(1)}{a}$ $\\includegraphics{https://evil.example/x.png}$ $\\frac{$ $\\def\\a{\\a\\a}\\a$',
    )
    await vi.waitFor(() => expect(place.querySelector('.katex, .katex-error')).not.toBeNull(), {
      timeout: 300_000,
    })
    expect(place.querySelectorAll('a[href], img, [src]')).toHaveLength(0)
    expect(place.textContent).toContain('evil.example')
    await vi.waitFor(() => expect(place.querySelector('.katex-error')).not.toBeNull(), { timeout: 300_000 })
    const error = place.querySelector('.katex-error')
    expect(error?.textContent).toBe('\\frac{')
    // The content security policy blocks the attribute.
    expect(error?.outerHTML).not.toContain('style=')
  })
})

describe('a link to an address that the answer made up', () => {
  const made = 'https://collect.example/?d=KESTREL-4471'
  const isKnown = (address: string) => address === 'https://rail.example/times'
  const shown = (text: string, more: Partial<Surroundings> = {}) =>
    show(text, true, { knowsAddress: isKnown, ...more })

  it('opens nothing until its address was shown', () => {
    const place = shown(`See [the **times**](${made}) and [these](https://rail.example/times).`)
    expect([...place.querySelectorAll('a')].map((link) => link.href)).toEqual(['https://rail.example/times'])
    const button = place.querySelector<HTMLButtonElement>('.md-unknown-link')!
    expect(button.textContent).toBe('the times')
    expect(place.textContent).not.toContain('collect.example')
    act(() => button.click())
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(place.querySelector('.md-unknown-address bdi')?.textContent).toBe(made)
    expect(place.querySelector<HTMLAnchorElement>('.md-unknown-address a')?.href).toBe(made)
  })

  it('is copied with its address', () => {
    const place = shown(`See [the times](${made}) and ${made}.`)
    expect(htmlCopyOf(place)).toBe(
      `<div xmlns="http://www.w3.org/1999/xhtml"><p>See the times (${made}) and ${made}.</p></div>`,
    )
  })

  it('is text while the sources aren’t known', () => {
    const place = shown(`See [the times](${made}).`, { citationsExpected: true })
    expect(place.querySelectorAll('a, button')).toHaveLength(0)
    expect(place.textContent).toBe('See the times.')
  })

  it('does not hide behind the number of a source', () => {
    const place = shown(`As they say.[7]\n\n[7]: ${made}`)
    expect(place.querySelectorAll('a')).toHaveLength(0)
  })
})

describe('[A51] what an answer links to and loads', () => {
  const addressesOf = (place: HTMLElement) => [
    ...[...place.querySelectorAll('a:not(.md-citation)')].map((link) => link.getAttribute('href')),
    ...[...place.querySelectorAll('.md-image')].map(() => 'image'),
  ]
  const everything = [
    ...hostilePayloads,
    'See [a](https://a.example/1), <https://b.example>, https://c.example/x, www.d.example, and e@f.example.',
    '[a][r] and [r] and [1]\n\n[r]: https://r.example/x\n[1]: https://one.example/',
    '| a |\n|---|\n| [x](https://x.example/) |\n\n- [y](https://y.example/)\n  > https://z.example/',
    '[![alt](https://i.example/p.png)](https://l.example/) ![own](/api/internal/generatedImages/1)',
    '# [h](https://h.example/) **[b](https://b.example/)** ~~[s](https://s.example/)~~',
  ]

  it.each([
    ['all', () => true],
    ['no', () => false],
    ['some', (address: string) => address.length % 2 === 0],
  ])('is what the rules say where %s addresses are known', (_, knowsAddress) => {
    const isSource = (number: number) => number === 2
    for (const text of everything) {
      const place = show(text, true, {
        knowsAddress,
        citationPlace: (number) => (isSource(number) ? 1 : null),
        loadImage: () => Promise.resolve('blob:own'),
      })
      const found = resourcesOf(text, answerRules(knowsAddress, isSource))
      const links = found.filter(({ kind }) => kind === 'Link').map(({ address }) => address)
      const images = found.filter(({ kind }) => kind === 'Image').map(() => 'image')
      expect(links.concat(images), text).toEqual(addressesOf(place))
    }
  })
})
