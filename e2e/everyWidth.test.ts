import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createLibrary, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { assignRole, createPolicy, createRole, userIdOf, usersPath } from '../server/src/testing/access.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { createBrand } from '../server/src/testing/brands.ts'
import { call, openStream } from '../server/src/testing/client.ts'
import { allowSnapshots } from '../server/src/testing/snapshots.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
/** A name of maximum length without any blank to break it at. */
const LONG = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaf'
/** The phone, the tablet, the width at which tables start, and the desktop. */
const widths = [390, 768, 900, 1440]

type Screen = [address: string, there: string]

/** Creates one object of each type with the long name, and returns the pages that show them. */
async function longWorld(): Promise<Screen[]> {
  const { app, engine } = stage.current
  const token = await app.token('admin')
  const library = await createLibrary(app, LONG)
  await upload(app, library, `${LONG}.txt`, 'Carry-over is allowed up to five days.')
  await settled(app, library)
  const state = {
    description: LONG,
    introduction: LONG,
    starterQuestions: [LONG],
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  }
  const agent = await publishAgent(app, LONG, state, [library])
  const management = `/api/internal/gptSystems/system/management/${agent}`
  await call(app, `${management}/prompts`, { token, body: { title: LONG, text: LONG.repeat(3) } })
  const { userRoleId } = await createRole(app, ['BrandsRead'], LONG)
  const person = await userIdOf(app, 'anna')
  await assignRole(app, person, userRoleId)
  await call(app, usersPath, { token, body: { name: LONG, userName: LONG.slice(0, 60) } })
  const { body: policy } = await createPolicy(app, {
    name: LONG,
    limits: [{ kind: 'Money', per: 'Month', counted: 'Pool', amount: 250 }],
  })
  await createBrand(app, { name: LONG, brandKey: 'long' })
  engine.play(text(`${LONG}\n\n| ${LONG} | b |\n|---|---|\n| 1 | ${LONG} |\n`))
  const asked = `/api/internal/userConversations/byGptSystemId/${agent}`
  await (await openStream(app, asked, { token, body: { question: LONG } })).ended
  const conversations = '/api/internal/userConversations'
  const { body: listed } = await call<{ items: { conversationId: string }[] }>(app, conversations, { token })
  const conversationId = listed.items[0]?.conversationId ?? ''
  await allowSnapshots(app)
  const { body: shared } = await call<{ snapshotId: string }>(
    app,
    `${conversations}/${conversationId}/snapshots`,
    { token, body: {} },
  )
  return [
    [`/chat/${agent}`, '.introduction'],
    [`/chat/${agent}?conversationId=${conversationId}`, '.answer table'],
    [`/chat/shared/${shared.snapshotId}`, '.answer table'],
    ['/chat/agents', '.agent-card'],
    ['/admin', '.figure'],
    ['/admin/datasource', '.libraries li'],
    [`/admin/datasource/${library}/edit`, '.file'],
    ['/admin/gptsystem', '.list-name'],
    ['/admin/gptsystem/new', 'main input'],
    [`/admin/gptsystem/${agent}/edit`, '.agent-libraries li'],
    [`/admin/gptsystem/${agent}/ux`, '[data-field]'],
    [`/admin/gptsystem/${agent}/publish`, '.agent-history'],
    [`/admin/gptsystem/${agent}/prompts`, '.prompt-row'],
    [`/admin/gptsystem/${agent}/publicPage`, '[data-field]'],
    [`/admin/gptsystem/${agent}/limits`, 'main h1'],
    ['/admin/brand', '.list-name'],
    ['/admin/brand/new', 'main input'],
    ['/admin/brand/defaults', '[role=tablist]'],
    ...['', '?tab=logos', '?tab=login', '?tab=menu', '?tab=general', '?tab=history'].map(
      (tab): Screen => [`/admin/brand/long/edit${tab}`, '[role=tablist]'],
    ),
    ['/admin/userRole', '.list-name'],
    [`/admin/userRole/${userRoleId}/edit`, '.matrix'],
    ['/admin/user', '.list-name'],
    ['/admin/user/cards', '.card-grid .user-card'],
    ['/admin/user/new', 'main input'],
    [`/admin/user/${person}/edit`, 'main input'],
    [`/admin/user/${person}/profile`, '.user-panel'],
    ['/admin/user/account', 'main input'],
    ['/admin/chatAccessPolicy', '.list-name'],
    [`/admin/chatAccessPolicy/${policy.chatAccessPolicyId}/edit`, 'main input'],
    ...[
      '',
      '?tab=limits',
      '?tab=signIn',
      '?tab=engines',
      '?tab=search',
      '?tab=deployments',
      '?tab=tools',
    ].map((tab): Screen => [`/admin/instanceSettings${tab}`, '[role=tabpanel]']),
    ['/admin/instanceSettings?tab=flags', '[role=tabpanel]'],
    ['/admin/audit', '.audit-row'],
    ['/release-notes', 'h1'],
    ['/404', 'h1'],
  ]
}

/**
 * Finds what is wider than its container: the page, a part that only scrolls vertically, a column heading that
 * overlaps the next, or a selected tab out of sight. Tab and category bars, tables in answers, and their code
 * scroll horizontally on purpose.
 */
const TOO_WIDE = `(() => {
  const named = (element) => element.tagName + '.' + element.className + ' ' + element.scrollWidth + ' > ' + element.clientWidth
  const seen = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility())
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
  const wider = (element) => element.scrollWidth > element.clientWidth + 1
  const found = seen.filter((element) => scrolls(element) && wider(element) && !element.closest('.tabs, .agents-categories, .md'))
  const heads = [...document.querySelectorAll('.list-table thead th:not(:has(.hidden))')].filter(wider)
  const unseen = [...document.querySelectorAll('.tabs > :is([aria-selected=true], [aria-current])')].filter((tab) => {
    const line = tab.parentElement.getBoundingClientRect()
    const own = tab.getBoundingClientRect()
    return own.left < line.left - 1 || own.right > line.right + 1
  })
  const page = document.scrollingElement
  const out = page.scrollWidth > innerWidth ? [page, ...seen.filter((e) => e.getBoundingClientRect().right > innerWidth + 1)] : []
  return [...out, ...found, ...heads, ...unseen].map(named)
})()`

async function expectToFit(page: Page, address: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => page.evaluate<string[]>(TOO_WIDE), { message: `${address} at ${width}` })
      .toEqual([])
  }
}

test('no page is wider than the window at any width, whatever names it contains', async () => {
  const screens = await longWorld()
  const { page } = await stage.current.openAs('admin')
  for (const [address, there] of screens) {
    await page.goto(`${stage.current.origin}${address}`)
    await page.locator(there).first().waitFor()
    await expectToFit(page, address)
  }
}, 240_000)
