import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { allowSnapshots } from '../server/src/testing/snapshots.ts'
import { hostilePayloads } from '../web/src/ui/markdown/hostilePayloads.ts'
import { DARK_ARABIC, expectAccessible, LIGHT_ENGLISH } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { answered, ask, askAndRead, composer, readText } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

const RICH = `# A heading

A paragraph with **bold**, \`code\` and [a link](https://example.com). [1]

- one
- two

| name | value |
|---|---|
| a | 1 |

\`\`\`ts
const answer: number = 42
\`\`\`

With $x^2$ and

$$
\\frac{a}{b}
$$

> quoted
`
const citation = {
  citationId: '1',
  title: 'a.txt',
  path: 'x/y',
  page: 1,
  quote: 'A paragraph.',
  score: 1,
  passageId: null,
}

const looks = [LIGHT_ENGLISH, DARK_ARABIC]

/** Opens the answer's steps, its thinking, the question editor, and the execution details drawer. */
async function openEverything(page: Page): Promise<void> {
  await page.locator('.answer[aria-busy=false] summary.steps-line').click()
  await page.locator('.thinking summary').click()
  await composer(page).press('ArrowUp')
  await expectVisible(page.locator('.question-editor'))
  await expectAccessible(page, 'steps, thinking, and an edited question')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+.')
  await expectVisible(page.locator('.waterfall'))
}

describe('every page', () => {
  test.for(looks)('has no serious accessibility violations, in %s', async ([, options, before]) => {
    const { page: login } = await stage.current.open(options)
    await login.addInitScript(before)
    await login.goto(`${stage.current.origin}/auth/jwt/login`)
    await expectVisible(login.locator('.login-card button').first())
    await expectAccessible(login, 'login')

    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await expectVisible(page.getByRole('heading', { level: 1 }))
    await expectAccessible(page, 'empty chat')

    stage.current.engine.play(async (writer) => {
      writer.thinking('It is about the list.')
      writer.text(RICH)
      return { citations: [citation], usage: { inputTokens: 10, outputTokens: 5 } }
    })
    await ask(page, 'What do you know?')
    await expectVisible(page.getByRole('article').last().getByRole('table'))
    await expectVisible(page.locator('.note').first())
    await expectAccessible(page, 'chat with an answer')
    await openEverything(page)
    for (const tab of ['steps', 'retrieval', 'prompt', 'traceLog']) {
      await page.locator(`[data-tab=${tab}]`).click()
      await expectGone(page.locator('.details [aria-busy=true]'))
      await expectAccessible(page, `execution details, ${tab}`)
    }
    await page.keyboard.press('Escape')
    await expectGone(page.locator('.details'))
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    await expectVisible(page.locator('.key-list'))
    await expectAccessible(page, 'list of shortcuts')

    await page.goto(`${stage.current.origin}/admin/datasource`)
    await expectVisible(page.getByRole('link', { name: 'Guide', exact: true }))
    await expectAccessible(page, 'file libraries')
    await page.getByRole('link', { name: 'Guide', exact: true }).click()
    await expectVisible(page.getByText('security.md'))
    await expectAccessible(page, 'one library')
  })

  test('a small screen keeps the content policy and has no serious violations', async () => {
    const { page } = await stage.current.openAs('anna', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    stage.current.engine.play(async (writer) => {
      writer.text(RICH)
      return { citations: [citation] }
    })
    await askAndRead(page, 'What do you know?')
    await expectAccessible(page, 'chat with an answer')
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.getByRole('button', { name: 'Open sidebar' }).click()
    await expectVisible(page.getByRole('button', { name: /^Account menu for/ }))
    await expectAccessible(page, 'drawer')
  })
})

describe('a hostile answer', () => {
  test('[A46] [A51] [S12] executes nothing, requests nothing, and navigates nowhere', async () => {
    const { page } = await stage.current.openAs('anna')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    const requests: string[] = []
    stage.current.engine.play(text(hostilePayloads.join('\n\n')))
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const answer = await askAndRead(page, 'Attack')
    const address = page.url()
    for (const link of await answer.getByRole('link').all()) {
      const href = (await link.getAttribute('href')) ?? ''
      expect(href).toMatch(/^(https?:\/\/|mailto:|#source-)/)
      if (!href.startsWith('#')) expect(await link.getAttribute('rel')).toContain('noopener')
    }
    expect(
      await answer
        .locator('script, iframe, object, embed, form, style, link, base, meta, img, video, audio')
        .count(),
    ).toBe(0)
    await page.reload()
    await answered(page)
    expect(page.url()).toBe(address)
    expect(dialogs).toEqual([])
    // Only the product's own requests were made, none that the answer names.
    expect(
      requests.filter(
        (path) =>
          !/^\/(api\/internal\/(userConversations|currentUser|gptSystems|InstanceSettings|featureFlags|instanceSettings\/favicon|speech\/capabilities)|assets|health|chat)/.test(
            path,
          ),
      ),
    ).toEqual([])
    await expect.poll(() => readText(answer)).toContain('<script>alert(1)</script>')
  })

  test('[A46] executes nothing while it streams in pieces, either', async () => {
    const { page } = await stage.current.openAs('anna')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    stage.current.engine.play(async (writer) => {
      const whole = hostilePayloads.join('\n\n')
      for (let at = 0; at < whole.length; at += 7) {
        writer.text(whole.slice(at, at + 7))
        if (at % 70 === 0) await new Promise((resolve) => setTimeout(resolve, 4))
      }
    })
    const answer = await askAndRead(page, 'Attack slowly')
    expect(dialogs).toEqual([])
    expect(
      await answer.locator('script, iframe, object, embed, form, style, img, video, audio').count(),
    ).toBe(0)
  })
})

describe('hostile user text', () => {
  /** Returns as many of the payloads as fit into a field of this many characters. */
  const fitting = (most: number) =>
    hostilePayloads
      .reduce((text, one) => (text.length + one.length < most ? `${text}${one} ` : text), '')
      .trim()
  /** Removes what the server refuses in any text. */
  const storable = (most: number) => fitting(most).replaceAll('\u0000', '')
  const short = '<img src=x onerror=alert(1)>'

  async function hostileWorld() {
    const { app } = stage.current
    const token = await app.token('admin')
    const gptSystemId = await stage.current.publish(short, {
      description: storable(500),
      introduction: storable(2000),
      starterQuestions: [short, storable(200)],
    })
    const created = await call(app, `/api/internal/gptSystems/system/management/${gptSystemId}/prompts`, {
      token,
      body: { title: `${short} p`, text: storable(4000) },
    })
    expect(created.status).toBe(200)
    const owned = await call(app, '/api/internal/currentUser/prompts', {
      token,
      body: { title: `${short} q`, text: storable(4000) },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(owned.status).toBe(200)
    await allowSnapshots(app)
    return { token, gptSystemId }
  }

  test('[A46] stays text wherever it appears: names, introductions, prompts, questions, titles, lists, links, the audit log', {
    timeout: 180_000,
  }, async () => {
    const { app, origin } = stage.current
    const { token, gptSystemId } = await hostileWorld()
    const { page } = await stage.current.openAs('admin', { viewport: { width: 1440, height: 900 } })
    const foreign: string[] = []
    page.on('dialog', (dialog) => {
      foreign.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (protocol.startsWith('http') && host !== new URL(origin).host) foreign.push(request.url())
    })
    const expectText = async (seen: Locator) => {
      await expectVisible(seen)
      expect(
        await page
          .locator(
            ':is(script:not([src^="/"]), iframe, object, embed, base, portal, [onerror], [onload], [onclick])',
          )
          .evaluateAll((all) => all.filter((one) => one.closest('#root, #app, body > div') !== null).length),
      ).toBe(0)
      expect(await page.locator('img[src="x"], img[src^="http"]').count()).toBe(0)
    }
    stage.current.engine.play(text('Seen.'))
    await page.goto(`${origin}/chat/${gptSystemId}`)
    await expectText(page.getByText(short).first())
    await page.getByRole('button', { name: 'Prompts' }).first().click()
    await expectText(page.getByText(`${short} q`).first())
    await page.keyboard.press('Escape')
    await composer(page).fill(storable(20_000))
    await composer(page).press('Enter')
    await answered(page)
    await expectText(page.locator('.bubble').first())
    const id = new URL(page.url()).searchParams.get('conversationId') ?? ''
    const renamed = await call(app, `/api/internal/userConversations/${id}/updateTitle`, {
      token,
      method: 'PUT',
      body: { conversationId: id, title: `${short} title` },
    })
    expect(renamed.status).toBe(200)
    const rated = await call(
      app,
      `/api/internal/userConversations/${id}/segments/${(await stage.current.segments('admin', id))[0]?.conversationSegmentId}/feedback`,
      { token, body: { rating: 'Bad', text: storable(1500) } },
    )
    expect(rated.status).toBe(200)
    await page.reload()
    await expectText(page.getByText(`${short} title`).first())
    const shared = await call<{ snapshotId: string }>(
      app,
      `/api/internal/userConversations/${id}/snapshots`,
      { token, body: {} },
    )
    for (const path of [
      `/chat/shared/${shared.body.snapshotId}`,
      '/chat/agents',
      '/admin/gptsystem',
      `/admin/gptsystem/${gptSystemId}/edit`,
      `/admin/gptsystem/${gptSystemId}/publish`,
      `/admin/gptsystem/${gptSystemId}/prompts`,
      `/admin/gptsystem/${gptSystemId}/ux`,
      '/admin/audit',
    ]) {
      await page.goto(`${origin}${path}`)
      await expectText(page.getByText(short).first())
    }
    expect(foreign).toEqual([])
  })
})

describe('stored content opened by its URL', () => {
  const script = '<script>document.title = "ran"; window.ran = true; alert(1)</script>'
  const files: [string, string][] = [
    ['page.html', `<!doctype html>${script}`],
    ['page.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml"><head>${script}</head></html>`],
    ['page.xml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
    ['page.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['page.mht', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${script}`],
    ['page.pdf.html', `%PDF-1.7${script}`],
    ['page.js', 'window.ran = true; alert(1)'],
  ]

  /** Returns the URLs of anna's files, and of an answer whose title is a script. */
  async function storeAll(): Promise<{ files: string[]; answers: string[] }> {
    const { app, origin } = stage.current
    const token = await app.token('anna')
    const attached = files.map(async ([name, content]) => {
      const body = new FormData()
      body.set('file', new File([content], name))
      const query = 'attachmentType=CodeInterpreter&context=Conversation'
      const answer = await call<{ attachmentId: string }>(app, `/api/internal/attachments?${query}`, {
        token,
        body,
      })
      expect(answer.status).toBe(200)
      return `${origin}/api/internal/attachments/${answer.body.attachmentId}`
    })
    const prompt = await call<{ promptId: string }>(app, '/api/internal/currentUser/prompts', {
      token,
      body: { title: script, text: script },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(prompt.status).toBe(200)
    return {
      files: await Promise.all(attached),
      answers: [
        `${origin}/api/internal/currentUser/prompts`,
        `${origin}/api/internal/currentUser/prompts/${prompt.body.promptId}`,
        `${origin}/api/internal/currentUser/prompts?search=${encodeURIComponent(script)}`,
      ],
    }
  }

  test('[S19] [A44] is saved or shown as data, and never runs a script as a page, in a frame, or as a script', {
    timeout: 120_000,
  }, async () => {
    const { app, origin } = stage.current
    const stored = await storeAll()
    // Simulates a browser that sends the token along, which a real one never does on its own.
    const { page, watch } = await stage.current.open({
      extraHTTPHeaders: { authorization: `Bearer ${await app.token('anna')}` },
      acceptDownloads: true,
    })
    watch.expectError(/./)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    for (const [index, address] of stored.files.entries()) {
      const download = page.waitForEvent('download')
      await page.goto(address).catch((error: Error) => expect(error.message).toContain('Download'))
      expect((await download).suggestedFilename()).toBe(files[index]?.[0])
    }
    for (const address of stored.answers) {
      await page.goto(address)
      expect(await page.evaluate('document.contentType')).toMatch(/json$/)
      expect(await page.evaluate('document.scripts.length + Number(window.ran ?? 0)')).toBe(0)
    }
    await page.goto(`${origin}/auth/jwt/login`)
    await page.evaluate(`Promise.all(${JSON.stringify(stored.files)}.flatMap((address) =>
      ['iframe', 'script', 'embed', 'object'].map((name) => {
        const element = document.createElement(name)
        element.setAttribute(name === 'object' ? 'data' : 'src', address)
        document.body.append(element)
        return new Promise((resolve) => {
          for (const event of ['load', 'error']) element.addEventListener(event, resolve)
          setTimeout(resolve, 3000)
        })
      })))`)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(dialogs).toEqual([])
    // Without the token, like a URL sent to someone: nothing is revealed.
    const { page: stranger, watch: strange } = await stage.current.open()
    strange.expectError(/./)
    for (const address of [...stored.files, ...stored.answers])
      expect((await stranger.goto(address))?.status()).toBe(401)
  })
})
