import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { userIdOf } from '../server/src/testing/access.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { call } from '../server/src/testing/client.ts'
import { changeSettings } from '../server/src/testing/instanceSettings.ts'
import { expectGone, expectVisible } from './expectations.ts'
import {
  answered,
  answers,
  ask,
  askAndRead,
  composer,
  conversationIdOf,
  fillDirectory,
  questions,
  sendAndLeave,
  sendButton,
  stopButton,
  wordsOf,
} from './screens.ts'
import { gate, text, words } from './scripts.ts'
import { useStage } from './stage.ts'

const COUNT = 80
const EVERY_MS = 40
const all = Array.from({ length: COUNT }, (_, index) => `w${index + 1}`).join(' ')

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

afterEach(() => stage.current.proxy.open())

async function openChat(userName = 'anna') {
  const { page, watch } = await stage.current.openAs(userName)
  await page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(page).waitFor()
  return { page, watch }
}

async function expectWhole(page: Page): Promise<void> {
  expect(await wordsOf(await answered(page))).toBe(all)
  const [segment, ...more] = await stage.current.segments('anna', conversationIdOf(page))
  expect(more).toEqual([])
  expect(segment).toMatchObject({ status: 'Completed' })
}

describe('a browser without a connection', () => {
  test('says so, keeps the input, and continues the answer when back online', async () => {
    const { page, watch } = await openChat()
    watch.expectError(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/)
    stage.current.engine.play(words(COUNT, EVERY_MS))
    await ask(page, 'Count')
    await expectVisible(answers(page).getByText('w5 '))
    await page.context().setOffline(true)
    const told = page.getByText('You’re offline. Your draft is kept.')
    await expectVisible(told)
    await composer(page).fill('Typed on the train')
    await wait(2500)
    await page.context().setOffline(false)
    await expectGone(told)
    await expectWhole(page)
    expect(await composer(page).inputValue()).toBe('Typed on the train')
    await expect.poll(() => sendButton(page).getAttribute('aria-disabled')).toBe('false')
  })
})

describe('a sleeping computer', () => {
  test('continues the answer when it wakes, though its connection died silently', async () => {
    const { page, watch } = await openChat()
    watch.expectError(/net::ERR_/)
    await page.clock.install()
    stage.current.engine.play(words(COUNT, EVERY_MS))
    await ask(page, 'Count')
    await expectVisible(answers(page).getByText('w5 '))
    stage.current.proxy.hold()
    await wait(COUNT * EVERY_MS)
    const given = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await page.clock.fastForward('01:00:00')
    expect((await given).url()).toContain('/userConversations/byGptSystemId/')
    stage.current.proxy.open()
    await expectWhole(page)
  })
})

describe('an ended session', () => {
  test('leads to sign-in, and the question is still there afterwards', async () => {
    const { page, watch } = await openChat('chloe')
    watch.expectError(/401|question\.failed|token|login/i)
    stage.current.engine.play(text('Here I am.'))
    await askAndRead(page, 'Are you there?')
    const admin = await stage.current.app.token('admin')
    const userId = await userIdOf(stage.current.app, 'chloe')
    const ended = await call(stage.current.app, `/api/internal/users/${userId}/sessions`, {
      token: admin,
      method: 'DELETE',
    })
    expect(ended.status).toBeLessThan(300)
    await composer(page).fill('Is anybody there?')
    const login = page.getByRole('button', { name: 'Continue with company account' })
    await sendAndLeave(page, login.or(page.getByLabel('Username')).first().waitFor())
    if (await login.isVisible()) await login.click()
    await fillDirectory(page, 'chloe')
    await expectVisible(answers(page).getByText('Here I am.'))
    await expect.poll(() => composer(page).inputValue()).toBe('Is anybody there?')
    stage.current.engine.play(text('Again.'))
    await composer(page).press('Enter')
    await expectVisible(answers(page).getByText('Again.'))
  })
})

describe('a reached limit', () => {
  afterEach(() => changeSettings(stage.current.app, { limits: [] }))

  test("refuses the question with the reset time, and the question isn't lost", async () => {
    await changeSettings(stage.current.app, {
      limits: [{ kind: 'Messages', per: 'Day', counted: 'EachPerson', amount: 1 }],
    })
    const { page, watch } = await openChat('ben')
    watch.expectError(/429|question\.failed/)
    stage.current.engine.play(text('The one.'))
    await askAndRead(page, 'The first question')
    await ask(page, 'One too many')
    const refusal = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
    await expectVisible(refusal)
    await expectVisible(questions(page).getByText('One too many'))
    expect(await stage.current.segments('ben', conversationIdOf(page))).toHaveLength(1)
    await page.reload()
    await expectVisible(answers(page).getByText('The one.'))
    await expect.poll(() => composer(page).inputValue()).toBe('One too many')
  })
})

describe('a stopped answer', () => {
  test('is kept, and can be continued', async () => {
    const { page } = await openChat()
    const { opened, open } = gate()
    stage.current.engine.play(async (writer, signal) => {
      writer.text('The first half')
      await Promise.race([opened, wait(60_000, undefined, { signal })])
    })
    await ask(page, 'Tell me a story')
    await expectVisible(answers(page).getByText('The first half'))
    await stopButton(page).click()
    await answered(page)
    await expectVisible(page.getByText('Stopped', { exact: true }))
    open()
    let told = ''
    stage.current.engine.play(async (writer, _, { messages }) => {
      told = JSON.stringify(messages)
      writer.text('and the second half')
    })
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expectVisible(answers(page).getByText('and the second half'))
    await expectVisible(questions(page).getByText('Continue where you left off.'))
    // The model receives its own partial answer.
    expect(told).toContain('The first half')
    await expectGone(page.getByRole('button', { name: 'Continue', exact: true }))
  })

  test("of the provider that quotes can't be continued", async () => {
    const quoting = await stage.current.publish('Quoting', {
      languageEngine: 'BuiltIn',
      deploymentName: null,
    })
    const { page } = await openChat()
    await page.goto(`${stage.current.origin}/chat/${quoting}`)
    await askAndRead(page, 'Tell me a story')
    await expectGone(page.getByRole('button', { name: 'Continue', exact: true }))
  })
})

describe('a restarted server', () => {
  // A separate stage, because this test stops its program.
  // The embedded database, whose interrupted answers end at the next startup instead of with their lease.
  const own = useStage({ databaseUrl: null })

  test('has the partial answer, which says that it was interrupted and can be regenerated', async () => {
    const stage = own.current
    const { page, watch } = await stage.openAs('anna')
    await page.goto(`${stage.origin}/chat/${await stage.publish('Scripted')}`)
    watch.expectError(/net::ERR_|50\d|stream\.error/)
    const { opened } = gate()
    stage.engine.play(async (writer, signal) => {
      writer.text('What came until then')
      await Promise.race([opened, wait(60_000, undefined, { signal })])
    })
    await ask(page, 'A long one')
    await expectVisible(answers(page).getByText('What came until then'))
    const { dataDir, config } = stage.app
    // The page learns nothing of the end.
    stage.proxy.refuse()
    await expectVisible(page.getByRole('status').getByText('Reconnecting…'))
    await stage.app.stop()
    const again = await startTestApplication({
      dataDir,
      databaseUrl: null,
      dist: `${import.meta.dirname}/../web/dist`,
      engines: { OpenAICompatible: stage.engine },
      environment: { PUBLIC_ORIGIN: config.publicOrigin, COMPATIBLE_DEPLOYMENTS: 'scripted' },
    })
    stage.proxy.target(again.config.port)
    stage.proxy.open()
    const error = page.getByRole('alert').filter({ hasText: 'The answer was interrupted' })
    await expectVisible(error)
    await expectVisible(answers(page).getByText('What came until then'))
    await expectGone(page.getByText('Reconnecting…'))
    await expectVisible(error.getByRole('button', { name: 'Continue' }))
    stage.engine.play(text('All of it.'))
    await error.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(answers(page).getByText('All of it.'))
    await page.close()
    await again.stop()
  })
})
