import { beforeAll, describe, expect, test } from 'vitest'
import { call, openStream } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { answers, askAndRead, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let agent: string
let conversationId: string

beforeAll(async () => {
  const { app, engine, publish } = stage.current
  const token = await app.token('admin')
  engine.play(async (writer) => writer.text('You have 28 days.'))
  agent = await publish('Leave', { systemPrompt: 'Leave is 28 days.' })
  for (const name of ['Benefits', 'Contracts'])
    await call(app, '/api/internal/performanceTests', {
      token,
      body: { gptSystemId: agent, name },
    })
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${agent}`, {
    token,
    body: { question: 'I am kim@parlance.example. How many days of leave do I have?' },
  })
  await stream.ended
  const [first] = stream.events
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The question was not answered.')
  conversationId = first.data.conversationId
})

async function openCase(options?: object, script?: string) {
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${agent}?conversationId=${conversationId}`)
  await page.getByRole('button', { name: /Create test case|إنشاء حالة اختبار/ }).click()
  const form = page.getByRole('dialog')
  await expectVisible(form.locator('[data-field=question]'))
  return { page, form }
}

describe('a case from a question of a chat', () => {
  test.each(LOOKS)('is accessible: %s', async (_name, options, script) => {
    const { page } = await openCase(options, script)
    await expectAccessible(page, 'a case from a chat')
  })

  test('is added to the chosen test without personal data', async () => {
    const { page, form } = await openCase()
    await expectVisible(form.getByText('You have 28 days.'))
    await form.getByLabel('Performance test').selectOption({ label: 'Contracts' })
    await form.getByRole('textbox', { name: 'Expected facts, 1', exact: true }).fill('28 days')
    await form.getByRole('button', { name: 'Create case' }).click()
    await expectVisible(page.getByText('Case created'))
    await expectGone(form)
    await page.goto(`${stage.current.origin}/admin/gptsystem/${agent}/tests`)
    await page.getByRole('link', { name: 'Contracts' }).click()
    await expectVisible(page.getByText('I am [email]. How many days of leave do I have?'))
    expect(await page.getByText('kim@parlance.example').count()).toBe(0)
  })

  test('isn’t offered to people who can’t change tests, or in temporary chats', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    await askAndRead(page, 'How many days of leave do I have?')
    await expectVisible(answers(page).last().getByRole('button', { name: 'Copy' }))
    expect(await page.getByRole('button', { name: 'Create test case' }).count()).toBe(0)

    const { page: own } = await stage.current.openAs('admin')
    await own.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(own).waitFor()
    await own
      .getByRole('button', { name: /temporary/i })
      .first()
      .click()
    await askAndRead(own, 'How many days of leave do I have?')
    await expectVisible(answers(own).last().getByRole('button', { name: 'Copy' }))
    expect(await own.getByRole('button', { name: 'Create test case' }).count()).toBe(0)
  })
})
