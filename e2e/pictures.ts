/**
 * Takes screenshots of the pages to compare with the mock-ups: desktop, tablet, and phone width, light, dark,
 * and Arabic.
 *   node tools/run.mjs e2e/pictures.ts [FOLDER] [--only 1440-light,768-light,390-arabic] [--parts chat,frame,brands,access]
 * Writes to FOLDER, or to test-results/pictures, which isn't versioned. WEB_DIST names another build of the
 * client.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { assignRole, createPolicy, createRole, userIdOf } from '../server/src/testing/access.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call, openStream } from '../server/src/testing/client.ts'
import {
  agreement,
  answer,
  arabicAgreement,
  arabicAnswer,
  arabicTerms,
  introduction,
  starters,
  technical,
  terms,
} from './pictures/texts.ts'
import { ask, composer } from './screens.ts'
import { gate, text } from './scripts.ts'
import { type Stage, startStage } from './stage.ts'

const { values: chosen, positionals } = parseArgs({
  options: { only: { type: 'string' }, parts: { type: 'string' } },
  allowPositionals: true,
})
const folder = path.resolve(positionals[0] ?? path.join(import.meta.dirname, '../test-results/pictures'))
const only = chosen.only?.split(',') ?? null
const parts = chosen.parts?.split(',') ?? null
const sizes = {
  1440: { width: 1440, height: 900 },
  768: { width: 768, height: 1024 },
  390: { width: 390, height: 844 },
}
const looks = {
  light: {},
  dark: { settings: JSON.stringify({ themeMode: 'dark' }) },
  arabic: { i18nextLng: 'ar' },
}
const EASE_MS = 400
const SHOWN = '.answer[aria-busy=false] .answer-actions'

type Take = (page: Page, screen: string) => Promise<void>

const stage = await startStage()
await mkdir(folder, { recursive: true })
const agent = await prepare(stage)
const role = await createRole(stage.app, ['AnalyticsRead', 'GptSystemsRead', 'BrandsWrite'], 'Agent editor')
const person = await userIdOf(stage.app, 'anna')
await assignRole(stage.app, person, role.userRoleId)
const { body: policyCreated } = await createPolicy(stage.app, {
  subjects: [{ kind: 'User', id: person }],
  gptSystems: [agent],
  limits: [
    { kind: 'Messages', per: 'Day', counted: 'EachPerson', amount: 50 },
    { kind: 'Money', per: 'Month', counted: 'Pool', amount: 250 },
  ],
})
const policy = policyCreated.chatAccessPolicyId
for (const [size, viewport] of Object.entries(sizes)) {
  for (const [look, storage] of Object.entries(looks)) {
    if (only && !only.includes(`${size}-${look}`)) continue
    const before = Object.entries(storage)
      .map(([key, value]) => `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`)
      .join(';')
    const hasDrawer = size !== '1440'
    const options = { viewport, hasTouch: size === '390', deviceScaleFactor: size === '390' ? 2 : 1 }
    const take: Take = async (page, screen) => {
      await wait(EASE_MS)
      await page.screenshot({ path: path.join(folder, `${screen}-${size}-${look}.png`) })
    }
    const takes = (part: string) => parts === null || parts.includes(part)
    if (takes('chat')) await login(options, before, take)
    const { page } = await stage.openAs('admin', options)
    await page.addInitScript(before)
    if (takes('chat')) {
      await page.goto(`${stage.origin}/chat/${agent}`)
      await composer(page).waitFor()
      await page.locator('.introduction').waitFor()
      await take(page, 'empty')
      if (hasDrawer) await drawer(page, take)
      await answered(page, take, look === 'arabic')
      await streaming(page, take)
      await failed(page, take)
      await long(page, take)
      await libraries(page, take)
    }
    if (takes('frame')) await frame(page, take, hasDrawer)
    if (takes('brands')) await brands(page, take)
    if (takes('access')) await access(page, take)
    await page.context().close()
  }
}
await stage.close()

async function prepare({ app, engine }: Stage): Promise<string> {
  const token = await app.token('admin')
  const { body } = await call<{ items: { dataSourceId: string; name: string }[] }>(
    app,
    '/api/internal/dataSources',
    { token },
  )
  const library = body.items.find(({ name }) => name === 'Documents')!.dataSourceId
  const files = [
    ['Frame agreement Brandt.md', agreement],
    ['Purchasing terms 2026.html', terms],
    ['العقد الإطاري Brandt.md', arabicAgreement],
    ['شروط الشراء 2026.md', arabicTerms],
    ['absence-policy-of-the-whole-company-2026.txt', 'Carry-over is allowed up to five days.\f'],
    ['empty.txt', '   '],
  ]
  for (const [name = '', content = ''] of files) {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    await call(app, `/api/internal/dataSources/${library}/files`, { token, body: form })
  }
  const state = {
    introduction,
    starterQuestions: starters,
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    capabilityTypes: ['FileSearch'],
  }
  const created = await publishAgent(app, 'Contract Analyst', state, [library])
  engine.play(text('Yes.'))
  const earlier = [
    'Visa rules for Lyon site visit',
    'Rewrite: board summary',
    'Boiler 4 vibration readings',
    'Parental leave, part-time',
    'Compare ISO 27001 and SOC 2',
    'Onboarding plan for Priya',
  ]
  for (const question of earlier.toReversed()) {
    const path = `/api/internal/userConversations/byGptSystemId/${created}`
    const stream = await openStream(app, path, { token, body: { question } })
    await stream.ended
  }
  return created
}

async function login(options: object, before: string, take: Take) {
  const { page } = await stage.open(options)
  await page.addInitScript(before)
  await page.goto(`${stage.origin}/auth/jwt/login`)
  await page.locator('.login-card button').first().waitFor()
  await take(page, 'login')
  await page.locator('.login-card button').first().click()
  await page.locator('input[name=password]').waitFor()
  await take(page, 'directory')
  await page.context().close()
}

async function drawer(page: Page, take: Take) {
  await page.locator('header button').first().click()
  await take(page, 'drawer')
  await page.keyboard.press('Escape')
  await wait(EASE_MS)
}

async function answered(page: Page, take: Take, arabic: boolean) {
  stage.engine.play(async (writer) => {
    writer.thinking('The clause is in the frame agreement. The table needs the late orders by supplier.')
    writer.text(arabic ? arabicAnswer : answer)
    return { usage: { inputTokens: 4871, outputTokens: 347 } }
  })
  await ask(
    page,
    arabic
      ? 'أيّ الموردين خالفوا بند التسليم في الربع الثالث، وبكم نطالب؟'
      : 'Which suppliers missed the delivery clause in Q3, and what can we claim?',
  )
  await page.locator(SHOWN).waitFor()
  await take(page, 'sources')
  await page.locator('summary.steps-line').first().click()
  await take(page, 'steps')
  await page.locator('.note, .source-chips button').first().click()
  await take(page, 'source')
  await page.keyboard.press('Escape')
  await wait(EASE_MS)
  await page.keyboard.press('Control+.')
  await page.locator('.waterfall').waitFor()
  await take(page, 'details')
  for (const tab of ['retrieval', 'prompt', 'traceLog']) {
    await page.locator(`[data-tab=${tab}]`).click()
    await take(page, `details-${tab}`)
  }
  await page.keyboard.press('Escape')
  await page.locator('.details').waitFor({ state: 'detached' })
  await page.locator('summary.steps-line').first().click()
}

async function streaming(page: Page, take: Take) {
  const { opened, open } = gate()
  stage.engine.play(async (writer) => {
    writer.event('step-update', {
      text: 'Comparing the two agreements',
      steps: [
        { id: 'search', title: 'Searched the libraries, 2 passages found', state: 'Done', ms: 1200 },
        { id: 'compare', title: 'Comparing the two agreements', state: 'Running' },
      ],
    })
    writer.text(
      '**Kestrel Freight’s deadline is the closest.** Its notice is due on 28 November, the two others on 14 December. Each',
    )
    await opened
    writer.text(' needs a notice of its own.')
  })
  await ask(page, 'Which deadline comes first?')
  await page.locator('.answer[aria-busy=true]').getByText('14 December').waitFor()
  await take(page, 'streaming')
  await page.locator('.answer[aria-busy=true] summary.steps-line').click()
  await take(page, 'streaming-steps')
  stage.proxy.refuse()
  await page.locator('.composer-strips .strip.info').waitFor()
  await take(page, 'reconnecting')
  stage.proxy.open()
  open()
  await page.locator(SHOWN).nth(1).waitFor()
}

async function failed(page: Page, take: Take) {
  stage.engine.play(async (writer) => {
    writer.text('The notice goes to')
    writer.event('error', {
      text: 'The language model did not answer in time. Try again.',
      code: 'provider.timeout',
      requestId: '7c1f0c52-55b0',
    })
  })
  await ask(page, 'Who gets the notice?')
  await page.locator('.answer-error').waitFor()
  await take(page, 'error')
  await page.context().setOffline(true)
  await page.locator('.composer-strips .strip.w').waitFor()
  await take(page, 'offline')
  await page.context().setOffline(false)
  await page.locator('.composer-strips .strip.w').waitFor({ state: 'detached' })
}

async function long(page: Page, take: Take) {
  stage.engine.play(text(technical))
  await ask(page, 'How is the claim calculated?')
  await page.locator(SHOWN).nth(3).waitFor()
  await take(page, 'technical-end')
  await page.locator('.turn.last .question').scrollIntoViewIfNeeded()
  await page.locator('.turn.last .question').evaluate((turn) => turn.scrollIntoView({ block: 'start' }))
  // A formula is typeset once it is visible.
  await page.locator('.md-formula .katex').first().waitFor()
  await take(page, 'technical')
}

async function libraries(page: Page, take: Take) {
  await page.goto(`${stage.origin}/admin/datasource`)
  await page.getByRole('link', { name: 'Guide', exact: true }).waitFor()
  await take(page, 'libraries')
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await page.getByText('Frame agreement Brandt.md').waitFor()
  await take(page, 'library')
}

/** The brand list, a new brand, the editor's tabs, the defaults, and a brand's sign-in page. */
async function brands(page: Page, take: Take) {
  const screens: [address: string, there: string, name: string][] = [
    ['', '[role=checkbox], input[type=checkbox]', 'brands'],
    ['/new', 'main input', 'brand-new'],
    ['/vela/edit', '[role=tablist]', 'brand-colors'],
    ['/halden/edit?tab=logos', '[role=tablist]', 'brand-logos'],
    ['/halden/edit?tab=login', '[role=tablist]', 'brand-login'],
    ['/vela/edit?tab=menu', '[role=tablist]', 'brand-menu'],
    ['/halden/edit?tab=general', '[role=tablist]', 'brand-general'],
    ['/defaults', '[role=tablist]', 'brand-defaults'],
  ]
  for (const [address, there, name] of screens) {
    await page.goto(`${stage.origin}/admin/brand${address}`)
    await page.locator(there).first().waitFor({ state: 'attached' })
    await take(page, name)
  }
  await page.goto(`${stage.origin}/chat?brand=vela`)
  await composer(page).waitFor()
  await take(page, 'brand-vela-chat')
  await page.evaluate("sessionStorage.removeItem('brand')")
}

/** Roles and users: the lists, the role editor with changes and with selected agents, and a user's pages. */
async function access(page: Page, take: Take) {
  const screens: [address: string, there: string, name: string][] = [
    ['/admin/userRole', '.list-name', 'roles'],
    [`/admin/userRole/${role.userRoleId}/edit`, '.matrix', 'role'],
    ['/admin/user', '.list-name', 'users'],
    ['/admin/user/cards', '.card-grid', 'users-cards'],
    ['/admin/user/new', 'main input', 'user-new'],
    [`/admin/user/${person}/edit`, 'main h1', 'user-edit'],
    [`/admin/user/${person}/profile`, 'main h1', 'user-profile'],
    ['/admin/user/account', 'main h1', 'account'],
    ['/admin/chatAccessPolicy', '.list-name', 'policies'],
    [`/admin/chatAccessPolicy/${policy}/edit`, 'main h1', 'policy'],
    ['/admin/audit', '.audit-row', 'audit'],
    ...['', 'limits', 'signIn', 'engines', 'search', 'deployments', 'tools', 'flags'].map(
      (tab): [string, string, string] => [
        `/admin/instanceSettings${tab && `?tab=${tab}`}`,
        '[role=tablist]',
        `settings-${tab || 'general'}`,
      ],
    ),
  ]
  for (const [address, there, name] of screens) {
    await page.goto(`${stage.origin}${address}`)
    await page.locator(there).first().waitFor()
    await take(page, name)
    if (name === 'audit') {
      await page.locator('.audit-row').first().click()
      await page.locator('.diff').first().waitFor()
      await take(page, 'audit-entry')
    }
    if (name !== 'role') continue
    await page.locator('[data-action=ConfigurationAuditLogRead]').click()
    await take(page, 'role-changed')
    await page.locator('button[data-action=GptSystemsWriteSpecific]').click()
    await page.locator('.entity-list li').first().waitFor()
    await take(page, 'role-specific')
  }
}

/** The frame's own pages: the dashboard, the agents, the account menu, and the panels it opens. */
async function frame(page: Page, take: Take, hasDrawer: boolean) {
  await page.goto(`${stage.origin}/chat/agents`)
  await page.locator('.agent-card').first().waitFor()
  await take(page, 'agents')
  await page.goto(`${stage.origin}/admin`)
  await page.locator('.figure').first().waitFor()
  await take(page, 'dashboard')
  if (hasDrawer) {
    await page.locator('.page-head button').first().click()
    await take(page, 'navigation')
  } else {
    await page.locator('.side .top .ib').click()
    await take(page, 'mini')
    await page.locator('.side .top .ib').click()
  }
  const panels = { settings: /^(Settings|الإعدادات)/, about: /^(About|حول)/ }
  for (const [panel, name] of Object.entries(panels)) {
    await page.locator('.me').click()
    await take(page, `menu-${panel}`)
    await page.getByRole('menuitem', { name }).click()
    await page.locator('.panel').waitFor()
    await take(page, panel)
    await page.locator('.panel-head .ib').last().click()
    await page.locator('.panel').waitFor({ state: 'detached' })
  }
}
