import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { answers, askAndRead, composer, history, questions, readText } from './screens.ts'
import { gate, text, words } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

const rows = (page: Page) => history(page).getByRole('link')
const row = (page: Page, title: string) => history(page).getByRole('link', { name: title, exact: true })
const tab = (page: Page, name: 'History' | 'Archived') => page.getByRole('tab', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

async function newChat(page: Page): Promise<void> {
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
}

/** Starts a conversation named after its only question. */
async function talk(page: Page, title: string, answer = 'ok'): Promise<void> {
  await newChat(page)
  stage.current.engine.play(text(answer))
  await askAndRead(page, title)
  await expectVisible(row(page, title))
}

async function openMenu(page: Page, title: string): Promise<Locator> {
  await row(page, title).hover()
  await page.getByRole('button', { name: `Options for “${title}”` }).click()
  const menu = page.getByRole('menu')
  await expectVisible(menu)
  return menu
}
async function choose(page: Page, title: string, name: string): Promise<void> {
  await openMenu(page, title)
  await item(page, name).click()
}

describe('the list of conversations', () => {
  test('[R-2-089][R-2-090][R-8-032][R-8-033] has History and Archived, with texts for empty lists', async () => {
    const { page } = await stage.current.openAs('chloe')
    await newChat(page)
    await expectVisible(page.getByText("You don't have any chats. Start a new conversation to see it here."))
    await tab(page, 'Archived').click()
    await expectVisible(
      page.getByText("You haven't archived any chats. Archived chats will appear here for future reference."),
    )
    expect(await tab(page, 'Archived').getAttribute('aria-selected')).toBe('true')
  })

  test('[R-2-110][R-2-111][R-2-105][R-5-007] a conversation is renamed in its row, with Enter', async () => {
    const { page } = await stage.current.openAs('anna')
    await talk(page, 'Old name')
    await choose(page, 'Old name', 'Rename')
    const field = history(page).getByRole('textbox', { name: 'Title' })
    await expectFocused(field)
    await field.fill('x'.repeat(60))
    expect((await field.inputValue()).length).toBe(50)
    await field.fill('New name')
    await field.press('Enter')
    await expectVisible(row(page, 'New name'))
    await expectGone(field)
    await expectFocused(row(page, 'New name'))
    await page.reload()
    await expectVisible(row(page, 'New name'))
  })

  test('a deletion or archiving that ends late leaves the conversation that was opened meanwhile', async () => {
    const { page } = await stage.current.openAs('anna')
    await talk(page, 'Stays open', 'The one to read.')
    for (const [title, name, call] of [
      ['Archived late', 'Archive', '**/archive'],
      ['Deleted late', 'Delete', '**/userConversations/*'],
    ] as const) {
      await talk(page, title)
      const held = gate()
      await page.route(call, async (route) => {
        if (route.request().method() !== 'GET') await held.opened
        await route.fallback()
      })
      await choose(page, title, name)
      await row(page, 'Stays open').click()
      await expectVisible(answers(page).getByText('The one to read.'))
      const here = page.url()
      held.open()
      await expectGone(row(page, title))
      expect(page.url()).toBe(here)
      await expectVisible(answers(page).getByText('The one to read.'))
      await page.unroute(call)
    }
  })

  test('[R-2-112][R-2-113] a click elsewhere or Escape cancels, and the maximum is 50 characters', async () => {
    const { page } = await stage.current.openAs('anna')
    await talk(page, 'Stays as it is')
    const field = history(page).getByRole('textbox', { name: 'Title' })
    for (const cancel of [() => questions(page).first().click(), () => page.keyboard.press('Escape')]) {
      await choose(page, 'Stays as it is', 'Rename')
      await expectFocused(field)
      expect(await field.getAttribute('maxlength')).toBe('50')
      await field.fill('Never saved')
      await cancel()
      await expectGone(field)
      await expectVisible(row(page, 'Stays as it is'))
    }
    await page.reload()
    await expectVisible(row(page, 'Stays as it is'))
  })

  test('[R-2-106][R-4-087][R-4-073][R-4-075] archiving the open conversation moves it and leaves an empty chat', async () => {
    const { page } = await stage.current.openAs('anna')
    await talk(page, 'Put away')
    await choose(page, 'Put away', 'Archive')
    await expectGone(row(page, 'Put away'))
    await expectGone(questions(page))
    await expectPath(page, `/chat/${scripted}`)
    await tab(page, 'Archived').click()
    await expectVisible(row(page, 'Put away'))
  })

  test('[R-2-107][R-4-088][R-4-076][R-4-074] an archived conversation is moved back', async () => {
    const { page } = await stage.current.openAs('anna')
    await talk(page, 'Come back')
    await choose(page, 'Come back', 'Archive')
    await expectGone(row(page, 'Come back'))
    await tab(page, 'Archived').click()
    await openMenu(page, 'Come back')
    expect(await item(page, 'Archive').count()).toBe(0)
    await item(page, 'Unarchive').click()
    await expectGone(row(page, 'Come back'))
    await tab(page, 'History').click()
    await expectVisible(row(page, 'Come back'))
  })

  test('[R-2-108][R-4-072][R-1-004] deleting clears the open conversation, and can be undone in place', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    // Its title may be requested just as it is deleted.
    watch.expectError(/404/)
    await talk(page, 'Below it')
    await talk(page, 'Thrown away')
    await choose(page, 'Thrown away', 'Delete')
    await expectGone(row(page, 'Thrown away'))
    await expectGone(questions(page))
    const undo = history(page).getByRole('button', { name: 'Undo' })
    await expectVisible(history(page).getByText('“Thrown away” deleted'))
    await undo.click()
    await expectVisible(row(page, 'Thrown away'))
    await expect.poll(() => readText(rows(page).first())).toBe('Thrown away')
    await choose(page, 'Thrown away', 'Delete')
    await expectVisible(undo)
    await expect.poll(() => undo.count()).toBe(0)
    await page.reload()
    await expectVisible(row(page, 'Below it'))
    expect(await row(page, 'Thrown away').count()).toBe(0)
  })

  test('[R-2-109][R-5-014][R-1-004] it is exported as text, Markdown and JSON under its title', async () => {
    const { page } = await stage.current.openAs('anna')
    await talk(page, 'What: is/this?', 'The **exported** answer.')
    for (const [kind, name] of [
      ['Text (.txt)', 'What isthis.txt'],
      ['Markdown (.md)', 'What isthis.md'],
      ['JSON (.json)', 'What isthis.json'],
    ] as const) {
      await choose(page, 'What: is/this?', 'Export')
      const saving = page.waitForEvent('download')
      await item(page, kind).click()
      const file = await saving
      expect(file.suggestedFilename()).toBe(name)
      expect(await readFile(await file.path(), 'utf8')).toContain('The **exported** answer.')
    }
  })

  test('it is printed completely: only the conversation, without the rest of the page', async () => {
    const { page } = await stage.current.openAs('anna')
    const long = 'x'.repeat(400)
    await talk(page, 'On paper', `The printed answer.\n\n\`\`\`js\nconst long = '${long}'\n\`\`\``)
    await newChat(page)
    // Chosen in the settings, and on paper all the same.
    await page.evaluate("document.documentElement.dataset.theme = 'dark'")
    await page.evaluate("window.print = () => document.documentElement.setAttribute('data-printed', 'yes')")
    await choose(page, 'On paper', 'Export')
    await item(page, 'Print or save as PDF').click()
    await page.locator('[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    await expectVisible(answers(page).getByText('The printed answer.'))
    await expectGone(composer(page).and(page.locator(':visible')))
    await expectGone(history(page).and(page.locator(':visible')))
    const { width } = (await answers(page).first().boundingBox())!
    expect(width).toBeGreaterThan(600)
    await expectGone(page.getByRole('button', { name: 'Copy' }).and(page.locator(':visible')))
    const ground = "getComputedStyle(document.querySelector('.md-code')).backgroundColor"
    expect(await page.evaluate<string>(ground)).toBe('rgb(244, 244, 244)')
    const pre = page.locator('.md-code pre')
    expect(await pre.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  })

  test('it is printed with diagrams that are out of view, also from dark pages', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/sandboxed and lacks the 'allow-same-origin' flag/)
    const diagram = '```mermaid\nflowchart TD\n  accTitle: Way\n  A --> B\n```\n\n'
    await talk(page, 'A drawing on paper', `${diagram}${'A paragraph of text.\n\n'.repeat(200)}`)
    await page.evaluate(`localStorage.setItem('settings', '{"themeMode":"dark"}')`)
    await newChat(page)
    await page.evaluate(`
      window.print = () => {
        const images = document.querySelectorAll('.md-diagram img').length
        document.documentElement.setAttribute('data-printed', String(images))
      }`)
    await choose(page, 'A drawing on paper', 'Export')
    await item(page, 'Print or save as PDF').click()
    await page.locator('[data-printed="1"]').waitFor()
    await page.emulateMedia({ media: 'print' })
    const image = page.getByRole('img', { name: 'Way' })
    await expectVisible(image)
    const filter = "getComputedStyle(document.querySelector('.md-diagram img')).filter"
    expect(await page.evaluate<string>(filter)).toBe('invert(1) hue-rotate(180deg)')
    await expectGone(page.getByRole('button', { name: 'Enlarge' }).and(page.locator(':visible')))
  })
})

describe('searching', () => {
  test('[R-5-008][R-5-009][R-5-010][R-8-034] matches titles literally, and the words of messages', async () => {
    const { page } = await stage.current.openAs('ben')
    await talk(page, 'Rates 100% net', 'It is said that a **zebra\nfinch** sings.')
    await talk(page, 'Rates 100 net')
    const asked: string[] = []
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url())
      if (searchParams.has('search')) asked.push(searchParams.get('search')!)
    })
    await page.getByRole('button', { name: 'Search chats' }).click()
    const field = page.getByRole('searchbox', { name: 'Search chats' })
    // However slowly the machine types, the field sees no time pass between two letters.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await field.pressSequentially('rATES 100%')
    await page.clock.resume()
    await expectGone(row(page, 'Rates 100 net'))
    await expectVisible(rows(page).filter({ hasText: 'Rates 100% net' }).first())
    // A list may be read twice, but never for part of the input.
    expect([...new Set(asked)]).toEqual(['rATES 100%'])
    await field.fill('no such thing')
    await expectVisible(
      page.getByText('No chats match your search. Try a different title or start a new conversation.'),
    )
    await newChat(page)
    await page.getByRole('button', { name: 'Search chats' }).click()
    await field.fill('ZEBRA finch')
    const hit = history(page).getByRole('link', { name: /zebra finch/ })
    await expectVisible(hit.locator('mark').getByText('zebra finch'))
    await hit.click()
    await expectVisible(answers(page).getByText('sings'))
    await expect
      .poll(() => page.evaluate("[...(CSS.highlights.get('found') ?? [])].map(String)"))
      .toEqual(['zebra\nfinch'])
    await expectFocused(answers(page).first())
  })

  test('[R-8-035] uses the texts for archived conversations among archived ones', async () => {
    const { page } = await stage.current.openAs('ben')
    await newChat(page)
    await tab(page, 'Archived').click()
    await page.getByRole('button', { name: 'Search chats' }).click()
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('no such thing')
    await expectVisible(
      page.getByText(
        'No archived chats match your search. Try a different title or start a new conversation.',
      ),
    )
  })

  test('shows a message of another branch on that branch', async () => {
    const { page } = await stage.current.openAs('ben')
    await talk(page, 'A forked one', 'The first says aardvark.')
    stage.current.engine.play(text('The second says buffalo.'))
    await page.getByRole('button', { name: 'Regenerate' }).last().click()
    await expectVisible(answers(page).getByText('buffalo'))
    await page.getByRole('button', { name: 'Search chats' }).click()
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('aardvark')
    await history(page)
      .getByRole('link', { name: /aardvark/ })
      .click()
    await expectVisible(answers(page).getByText('aardvark'))
    await expectGone(answers(page).getByText('buffalo'))
  })
})

test('[R-4-089][R-4-091] choosing a conversation opens it, and stops following the current answer', async () => {
  const { page, watch } = await stage.current.openAs('anna')
  watch.expectError(/abort/i)
  await talk(page, 'The one before')
  await newChat(page)
  stage.current.engine.play(words(400, 30))
  await composer(page).fill('A long one')
  await composer(page).press('Enter')
  await expectVisible(page.getByRole('button', { name: 'Stop' }))
  await expectVisible(row(page, 'A long one'))
  await row(page, 'The one before').click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/chat/${scripted}`)
  await expect.poll(() => questions(page).allInnerTexts()).toEqual(['The one before'])
  await expectGone(page.getByRole('button', { name: 'Stop' }))
  // The answer continues on the server, as the row shows, and is still growing when the user returns.
  await row(page, 'A long one Answering').click()
  await expectVisible(page.getByRole('button', { name: 'Stop' }))
  await page.getByRole('button', { name: 'Stop' }).click()
})

test('[R-4-092] choosing a conversation reloads the list a second later, and only then', async () => {
  const { page } = await stage.current.openAs('anna')
  await talk(page, 'Here now')
  await talk(page, 'Chosen next')
  const listed: number[] = []
  page.on('request', (request) => {
    if (/userConversations\?/.test(request.url())) listed.push(Date.now())
  })
  await page.reload()
  await expectVisible(row(page, 'Here now'))
  // The page's initial requests are done.
  await expect.poll(() => Date.now() - (listed.at(-1) ?? Date.now())).toBeGreaterThan(3000)
  const before = listed.length
  const chosen = Date.now()
  await row(page, 'Here now').click()
  await expect.poll(() => listed.length).toBeGreaterThan(before)
  expect((listed[before] ?? 0) - chosen).toBeGreaterThanOrEqual(950)
})

test('[R-4-094] New Chat resets the chat and opens its page', async () => {
  const { page } = await stage.current.openAs('anna')
  await talk(page, 'To be left')
  await page
    .getByRole('button', { name: /^New Chat/ })
    .first()
    .click()
  await expectPath(page, `/chat/${scripted}`)
  await expectGone(questions(page))
  expect(new URL(page.url()).search).toBe('')
  await expectFocused(composer(page))
})
