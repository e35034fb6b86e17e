import { test } from 'vitest'
import { createLibrary, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { assignRole, createPolicy, createRole, userIdOf, usersPath } from '../server/src/testing/access.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { createBrand } from '../server/src/testing/brands.ts'
import { call, openStream } from '../server/src/testing/client.ts'
import { allowSnapshots } from '../server/src/testing/snapshots.ts'
import { expectToFit } from './fit.ts'
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
  const tests = '/api/internal/performanceTests'
  const { body: test } = await call<{ performanceTestId: string }>(app, tests, {
    token,
    body: { gptSystemId: agent, name: LONG },
  })
  const ofTest = `${tests}/${test.performanceTestId}`
  const body = { question: LONG, expectedFacts: [LONG], forbidden: [LONG], tags: [LONG.slice(0, 50)] }
  await call(app, `${ofTest}/cases`, { token, body })
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
  const { body: stored } = await call<{ publishedStateId: string }>(app, management, { token })
  const { body: run } = await call<{ runId: string }>(app, `${ofTest}/runs`, {
    token,
    body: { gptSystemConfigurationStateId: stored.publishedStateId },
  })
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
    ['/admin', '.report-table'],
    ['/admin?tab=unanswered', '.list-state'],
    ['/admin?tab=quality', '.report-table'],
    ['/admin?tab=costs', '.report-table'],
    ['/admin?tab=contents', '.figure'],
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
    [`/admin/gptsystem/${agent}/tests`, '.list-name'],
    [`/admin/gptsystem/${agent}/debugger`, 'main select'],
    ['/admin/datasource/debugger', 'main input'],
    ['/admin/performanceTests', '.list-name'],
    [`/admin/performanceTests/${test.performanceTestId}/edit`, '.case-open'],
    [`/admin/performanceTests/${test.performanceTestId}/runs/${run.runId}`, '.result-head'],
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
    ['/admin/conversationReads', 'main h1'],
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

test('no page is wider than the window at any width, whatever names it contains', async () => {
  const screens = await longWorld()
  const { page } = await stage.current.openAs('admin')
  for (const [address, there] of screens) {
    await page.goto(`${stage.current.origin}${address}`)
    await page.locator(there).first().waitFor()
    await expectToFit(page, address, widths)
  }
}, 240_000)
