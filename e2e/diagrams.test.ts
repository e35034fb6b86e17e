import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { answers, askAndRead, composer, openSettings } from './screens.ts'
import { gate, text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let agent: string
beforeAll(async () => {
  agent = await stage.current.publish('Analyst')
})

const flowchart = `flowchart TD
  accTitle: Orders
  A[Order received] --> B{In stock?}
  B -->|Yes| C[Ship today]
  B -->|No| D[Order from supplier]`
const arabic = 'flowchart LR\n  A[طلب جديد] --> B{متوفر في المخزن؟}\n  B -->|نعم| C[الشحن اليوم]'
const fenced = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`

/** Scripts of a page run in the frame too, which has no storage. */
const inPage = (script: string) => `if (parent === window) { ${script} }`

async function openChat(options: object = {}, script = ''): Promise<Page> {
  const opened = await stage.current.openAs('admin', options)
  // The tests’ own script reads the storage, which the frame doesn’t have.
  opened.watch.expectError(
    /Failed to read the '(local|session)Storage' property from 'Window': The document is sandboxed/,
  )
  if (script) await opened.page.addInitScript(inPage(script))
  await opened.page.goto(`${stage.current.origin}/chat/${agent}`)
  await composer(opened.page).waitFor()
  return opened.page
}

async function askFor(page: Page, answer: string, question: string): Promise<Locator> {
  stage.current.engine.play(text(answer))
  return askAndRead(page, question)
}

const svgOf = async (image: Locator): Promise<string> =>
  decodeURIComponent((await image.getAttribute('src')) ?? '')

describe('a diagram in an answer', () => {
  test.each(LOOKS)('is drawn and accessible: %s', async (_name, options, script) => {
    const page = await openChat(options, script)
    stage.current.engine.play(text(`Here:\n\n${fenced(flowchart)}\n${fenced(arabic)}`))
    await composer(page).fill('Draw the orders')
    await composer(page).press('Enter')
    const image = page.getByRole('img', { name: 'Orders' })
    await expectVisible(image)
    const size = await page.evaluate<number[]>(
      "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('.md-diagram img'))",
    )
    expect(size).toEqual([Number(await image.getAttribute('width')), expect.any(Number)])
    expect(size[1]).toBeGreaterThan(200)
    await expectVisible(page.locator('.md-diagram').nth(1).locator('img'))
    await expectAccessible(page, 'an answer with diagrams')
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  })

  test('is shown as source while it is written, and drawn when it is complete', async () => {
    const page = await openChat()
    const { opened, open } = gate()
    stage.current.engine.play(async (writer) => {
      writer.text(`\`\`\`mermaid\n${flowchart}\n`)
      await opened
      writer.text('```\n\nThat’s all.')
    })
    await composer(page).fill('Draw slowly')
    await composer(page).press('Enter')
    const answer = answers(page).last()
    await expectVisible(answer.locator('.md-code').getByText('Order from supplier'))
    expect(await page.locator('.md-diagram, .md-diagram-frame').count()).toBe(0)
    open()
    await expectVisible(answer.getByRole('img', { name: 'Orders' }))
    expect(await answer.locator('.md-code').count()).toBe(0)
  })

  test('shows its source, is saved as SVG and PNG, is copied, and enlarged', async () => {
    const page = await openChat()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const answer = await askFor(page, fenced(flowchart), 'Draw and save')
    const image = answer.getByRole('img', { name: 'Orders' })
    await expectVisible(image)
    await answer.locator('.md-diagram').hover()
    const save = async (name: string) => {
      const downloading = page.waitForEvent('download')
      await answer.getByRole('button', { name }).click()
      const download = await downloading
      const bytes = Buffer.concat(await (await download.createReadStream()).toArray())
      return { file: download.suggestedFilename(), bytes }
    }
    const svg = await save('Download SVG')
    expect(svg.file).toBe('Orders.svg')
    expect(svg.bytes.toString()).toMatch(
      /^<svg [^>]*><rect [^>]*fill="#ffffff"\/>[\s\S]*stock\?[\s\S]*<\/svg>$/,
    )
    const png = await save('Download PNG')
    expect(png.file).toBe('Orders.png')
    expect(png.bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    const width = Number(await image.getAttribute('width'))
    expect(png.bytes.readUInt32BE(16)).toBe(width * 2)

    await answer.getByRole('button', { name: 'Copy source' }).click()
    await expectVisible(answer.getByRole('button', { name: 'Copied' }))
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(flowchart)
    await answer.getByRole('button', { name: 'Show source' }).click()
    await expectVisible(answer.locator('.md-code').getByText('Order from supplier'))
    await answer.getByRole('button', { name: 'Show diagram' }).click()
    await expectVisible(image)

    await answer.getByRole('button', { name: 'Enlarge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Orders' })
    const large = dialog.getByRole('img', { name: 'Orders' })
    await expectVisible(large)
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expectVisible(dialog.getByText('150%'))
    await expect.poll(async () => (await large.boundingBox())?.width).toBeGreaterThan(width)
    await expectAccessible(page, 'an enlarged diagram')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('has the colors of the page, also when they change', async () => {
    const page = await openChat()
    await askFor(page, fenced(flowchart), 'Draw in colors')
    // By its class, because the settings hide the page from assistive technology.
    const image = page.locator('.md-diagram img')
    await expectVisible(image)
    const light = await svgOf(image)
    await (await openSettings(page)).getByText('Dark', { exact: true }).click()
    await expect.poll(() => svgOf(image)).not.toBe(light)
    const dark = await svgOf(image)
    const fill = (svg: string) => /\.node rect[^{]*\{[^}]*fill:(#\w+)/.exec(svg)?.[1]
    expect(fill(light)).toMatch(/^#\w{6}$/)
    expect(fill(dark)).toMatch(/^#\w{6}$/)
    expect(fill(dark)).not.toBe(fill(light))
  })

  test('keeps text readable on colors of its own', async () => {
    const page = await openChat({}, `localStorage.setItem('settings', '{"themeMode":"dark"}')`)
    const source = `${flowchart}\n  style A fill:#ffee88\n  classDef pale fill:#eeeeff\n  class C pale`
    const answer = await askFor(page, fenced(source), 'Draw in other colors')
    const image = answer.getByRole('img', { name: 'Orders' })
    await expectVisible(image)
    const svg = await svgOf(image)
    const labels = [
      ...svg.matchAll(/<text[^>]*style="[^"]*fill: rgb\(0, 0, 0\)[^"]*"[^>]*>(.*?)<\/text>/g),
    ].map(([, content = '']) => content.replace(/<[^>]+>/g, ''))
    expect(labels).toEqual(['Order received', 'Ship today'])
  })

  test('that is wrong is shown as source, with the reason', async () => {
    const page = await openChat()
    const answer = await askFor(page, fenced('flowchart TD\n  A[Broken --> B'), 'Draw badly')
    await expectVisible(answer.getByText('This diagram can’t be drawn: Parse error on line 3.'))
    await expectVisible(answer.locator('.md-code').getByText('A[Broken --> B'))
    await expectVisible(answer.locator('.md-code').getByRole('button', { name: 'Copy' }))
    const other = await askFor(page, fenced('nothingKnown\n  A --> B'), 'Draw something unknown')
    await expectVisible(other.locator('.md-diagram .strip'))
    const long = await askFor(page, fenced(`flowchart TD\n${'  A --> B\n'.repeat(6000)}`), 'Draw too much')
    await expectVisible(long.getByText('This diagram is too long to be drawn.'))
  })
})

describe('[A75] a hostile diagram', () => {
  const requests: string[] = []
  const listener = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  let host: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  })
  afterAll(() => void listener.close())

  test('can’t request anything, whatever gets past Mermaid: the frame’s policy blocks it', async () => {
    await fetch(`http://${host}/seen`)
    expect(requests).toEqual(['/seen'])
    requests.length = 0
    const opened = await stage.current.openAs('admin')
    opened.watch.expectError(/127\.0\.0\.1|sandboxed|Content Security Policy|content policy/)
    const { page } = opened
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    const answer = await askFor(page, fenced(flowchart), 'Draw the orders first')
    await expectVisible(answer.getByRole('img', { name: 'Orders' }))
    const frame = page.frames().find((one) => one.url().endsWith('/frames/diagram.html'))!
    const tried = await frame.evaluate<string[]>(`(async () => {
      const outcome = (work) => new Promise((resolve) => work(() => resolve('done'), () => resolve('blocked')))
      const load = (name, address) => outcome((done, blocked) => {
        const element = document.createElement(name)
        Object.assign(element, { onload: done, onerror: blocked, rel: 'stylesheet' })
        element[name === 'link' ? 'href' : 'src'] = address
        document.head.append(element)
      })
      const evil = 'http://${host}/'
      return [
        await outcome((done, blocked) => fetch(evil + 'fetch', { mode: 'no-cors' }).then(done, blocked)),
        await load('img', evil + 'img'),
        await load('link', evil + 'link'),
        await load('script', evil + 'script'),
        await load('script', 'data:text/javascript,parent.postMessage(7,"*")'),
        await outcome((done, blocked) => { try { localStorage; done() } catch { blocked() } }),
        await outcome((done, blocked) => { try { parent.document; done() } catch { blocked() } }),
      ]
    })()`)
    expect(tried).toEqual(Array(7).fill('blocked'))
    expect(requests).toEqual([])
  })

  /** A message of its own, without quotation marks. */
  const steal = 'parent.postMessage(7,String.fromCharCode(42))'
  const payloads: [string, (evil: string) => string][] = [
    [
      'a script in a label',
      () => `flowchart TD\n A["<script>${steal}</script><img src=x onerror=${steal}>"] --> B`,
    ],
    ['an image in a label', (evil) => `flowchart TD\n A["<img src='${evil}/label'>"] --> B`],
    [
      'an image as a shape',
      (evil) => `flowchart TD\n A@{ img: "${evil}/shape.png", label: "x", w: 60, h: 60 } --> B`,
    ],
    ['a link that runs a script', () => `flowchart TD\n A --> B\n click A "javascript:${steal}"`],
    ['a callback', () => 'flowchart TD\n A --> B\n click A call alert(1)'],
    ['a link', (evil) => `flowchart TD\n A --> B\n click A "${evil}/link" _top`],
    [
      'an imported style sheet',
      (evil) => `%%{init: {"themeCSS": "@import url(${evil}/import.css);"}}%%\nflowchart TD\n A --> B`,
    ],
    [
      'a background',
      (evil) =>
        `flowchart TD\n A --> B\n style A fill:url(${evil}/fill.svg#a),background:url(${evil}/background)`,
    ],
    [
      'a font',
      (evil) =>
        `%%{init: {"fontFamily": "x;} @font-face{font-family:x;src:url(${evil}/font)} a{"}}%%\nflowchart TD\n A --> B`,
    ],
    [
      'theme variables',
      (evil) =>
        `---\nconfig:\n  themeVariables:\n    primaryColor: "red;background:url(${evil}/variable)"\n---\nflowchart TD\n A --> B`,
    ],
    [
      'its own security level',
      (evil) =>
        `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart TD\n A["<img src='${evil}/loose' onerror='${steal}'>"] --> B\n click A "javascript:${steal}"`,
    ],
    ['an icon', (evil) => `flowchart TD\n A@{ icon: "${evil}/icon", form: "square", label: "x" } --> B`],
    [
      'a sequence with a link',
      (evil) =>
        `sequenceDiagram\n participant A\n link A: Site @ ${evil}/menu\n A->>A: <img src=${evil}/message>`,
    ],
  ]

  test.each(payloads)('%s requests nothing and runs nothing', async (_name, source) => {
    const opened = await stage.current.openAs('admin')
    // The frame’s policy blocks what gets past Mermaid, and says so.
    opened.watch.expectError(/127\.0\.0\.1|sandboxed|Content Security Policy|content policy/)
    const { page } = opened
    await page.addInitScript(
      inPage(
        "window.stolen = []; addEventListener('message', ({ data }) => data === 7 && stolen.push(data))",
      ),
    )
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    requests.length = 0
    const answer = await askFor(page, fenced(source(`http://${host}`)), `Draw ${_name}`)
    const diagram = answer.locator('.md-diagram')
    await expectVisible(diagram.locator('img, .strip').first())
    // A click on the image is a click on an image.
    await diagram.locator('img, .strip').first().click()
    await page.waitForTimeout(300)
    expect(requests).toEqual([])
    expect(await page.evaluate('window.stolen')).toEqual([])
    expect(new URL(page.url()).origin).toBe(stage.current.origin)
    const drawn = diagram.locator('img')
    if ((await drawn.count()) > 0) {
      const svg = await svgOf(drawn)
      expect(svg).not.toMatch(/<script|<image|<a[\s>]|javascript:|\son\w+=/i)
      expect(
        svg.match(/(?:url\(|href="|@import)[^#)"]*/gi)?.filter((part) => part.includes(host)) ?? [],
      ).toEqual([])
    }
  })

  test('with 5,000 parts is ended, and the page responds meanwhile', async () => {
    const page = await openChat()
    const parts = Array.from({ length: 5000 }, (_, index) => ` n${index}`)
    await page.evaluate(`
      window.turns = 0
      setInterval(() => { window.turns += 1 }, 20)`)
    const answer = await askFor(page, fenced(`flowchart TD\n${parts.join('\n')}`), 'Draw everything')
    await page.evaluate('window.turns = 0')
    await expectVisible(answer.getByText('This diagram takes too long to draw.'))
    // A page that is blocked has hardly any in the ten seconds, and a page on a slow machine has many.
    expect(await page.evaluate<number>('window.turns')).toBeGreaterThan(20)
    expect(await page.locator('.md-diagram-frame').count()).toBe(0)
    // The next diagram gets another frame.
    const next = await askFor(page, fenced(flowchart), 'Draw the orders')
    await expectVisible(next.getByRole('img', { name: 'Orders' }))
  })
})

const table = `| Supplier | Orders | Late | Amount |
|---|--:|--:|--:|
| Brandt | 1.204 | 9 | 12.400,50 € |
| Kestrel Freight | 311 | 24 | 980,00 € |
| Halden | 87 | – | 7.010,25 € |
| Total | 1.602 | 33 | 20.390,75 € |
`
const arabicTable = `| المورد | الطلبات |
|---|---|
| براندت | ١٬٢٠٤ |
| كستريل | ٣١١ |
`

describe('a chart of a table', () => {
  test('shows the columns with numbers as bars, lines, and a pie, and goes back', async () => {
    const page = await openChat()
    const answer = await askFor(page, `Orders:\n\n${table}`, 'Show the orders')
    const area = answer.locator('.md-table-area')
    await area.hover()
    await area.getByRole('button', { name: 'Show as chart' }).click()
    // Amounts have another unit, and the total isn’t a supplier.
    const bars = area.getByRole('figure', { name: 'Bar chart: Orders, Late by Supplier' })
    await expectVisible(bars.locator('.recharts-bar-rectangle').first())
    expect(await bars.locator('.recharts-bar-rectangle rect').count()).toBe(5)
    await expectVisible(area.getByText('The chart leaves out the row “Total”.'))
    expect(await area.getByRole('table').isVisible()).toBe(false)
    expect(await area.getByRole('radio', { name: 'Pie' }).isDisabled()).toBe(true)

    await area.getByRole('checkbox', { name: 'Late' }).uncheck()
    await expectVisible(
      area.getByRole('figure', {
        name: 'Bar chart: Orders by Supplier. Highest: Brandt, 1.204. Lowest: Halden, 87.',
      }),
    )
    await area.getByRole('radio', { name: 'Pie' }).check({ force: true })
    const pie = area.getByRole('figure', { name: /^Pie chart: Orders by Supplier/ })
    await expectVisible(pie.locator('.recharts-pie-sector').first())
    expect(await pie.locator('.recharts-pie-sector').count()).toBe(3)
    await expectVisible(pie.getByText('75%'))
    await area.getByRole('radio', { name: 'Line' }).check({ force: true })
    await expectVisible(area.locator('.recharts-line').first())
    await area.getByRole('combobox', { name: 'Labels' }).selectOption('Amount')
    await expectVisible(area.getByRole('figure', { name: /^Line chart: Orders by Amount/ }))

    const downloading = page.waitForEvent('download')
    await area.getByRole('button', { name: 'Download CSV' }).click()
    const csv = Buffer.concat(await (await (await downloading).createReadStream()).toArray()).toString()
    expect(csv).toContain('Kestrel Freight')
    await area.getByRole('button', { name: 'Show as table' }).click()
    await expectVisible(area.getByRole('table'))
  })

  test('is reached and read with the keyboard', async () => {
    const page = await openChat()
    const answer = await askFor(page, table, 'Show the orders again')
    const button = answer.getByRole('button', { name: 'Show as chart' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expectVisible(answer.locator('.recharts-bar-rectangle').first())
    const chart = answer.locator('.chart svg').first()
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    const point = answer.locator('.chart-tooltip')
    await expectVisible(point.getByText('Kestrel Freight'))
    await expectVisible(point.getByText('311'))
  })

  test('is offered only for tables with numbers', async () => {
    const page = await openChat()
    const answer = await askFor(
      page,
      '| City | Country |\n|---|---|\n| Ulm | Germany |\n| Lyon | France |\n',
      'Show cities',
    )
    await expectVisible(answer.getByRole('button', { name: 'Copy table' }))
    expect(await answer.getByRole('button', { name: 'Show as chart' }).count()).toBe(0)
  })

  test.each(LOOKS)('is accessible: %s', async (_name, options, script) => {
    const page = await openChat(options, script)
    stage.current.engine.play(text(`${table}\n\n${arabicTable}`))
    await composer(page).fill('Show both')
    await composer(page).press('Enter')
    for (const at of [0, 1]) {
      const area = page.locator('.md-table-area').nth(at)
      await area.getByRole('button', { name: /^(Show as chart|عرض كرسم بياني)$/ }).click()
      await expectVisible(area.locator('.recharts-bar-rectangle').first())
    }
    await expectAccessible(page, 'tables as charts')
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    // The first supplier of an Arabic table is at the right.
    const labels = page.locator('.md-table-area').nth(1).locator('.chart text')
    const first = await labels.filter({ hasText: 'براندت' }).boundingBox()
    const second = await labels.filter({ hasText: 'كستريل' }).boundingBox()
    expect(first!.x).toBeGreaterThan(second!.x)
  })
})
