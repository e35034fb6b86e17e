import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPerson, policiesPath, userIdOf } from '../server/src/testing/access.ts'
import { call } from '../server/src/testing/client.ts'
import { DARK_ARABIC, expectAccessible, PHONE } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import {
  addPolicy,
  answerIn,
  CUSTOMER_CARE,
  explainPanel,
  find,
  listPath,
  openPolicies,
  openPolicy,
  says,
  storedPolicy,
} from './policyScreens.ts'
import { askAndRead, askInVain, readText } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const EVERYONE = 'Everyone'

async function everyoneId(): Promise<string> {
  const token = await stage.current.app.token('admin')
  const { body } = await call<{ items: { chatAccessPolicyId: string; name: string }[] }>(
    stage.current.app,
    `${policiesPath}?search=${EVERYONE}`,
    { token },
  )
  return body.items.find(({ name }) => name === EVERYONE)!.chatAccessPolicyId
}

async function switchEveryone(enabled: boolean): Promise<void> {
  const policy = await storedPolicy(stage.current, await everyoneId())
  if (policy.enabled === enabled) return
  const { status } = await call(stage.current.app, `${policiesPath}/${policy.chatAccessPolicyId}`, {
    token: await stage.current.app.token('admin'),
    method: 'PUT',
    headers: { 'if-match': `"${policy.version}"` },
    body: { name: policy.name, enabled, subjects: policy.subjects, gptSystems: 'All' },
  })
  expect(status).toBe(200)
}

beforeEach(() => switchEveryone(true))

const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: 'Check access' }).click()
  await expectVisible(explainPanel(page))
  return explainPanel(page)
}

test('[R-1-019] a policy for one group and one agent, replacing the one for everyone: shows who has access, and why', async () => {
  await stage.current.publish('Care desk')
  for (const name of ['anna', 'ben']) await userIdOf(stage.current.app, name)
  const { page } = await openPolicies(stage.current)
  await page.getByRole('link', { name: 'New policy' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Care only')
  await find(page, 'Add a group', 'Customer Care')
  await find(page, 'Add an agent', 'Care desk')
  await page.getByRole('button', { name: 'Create policy' }).click()
  await expectVisible(page.getByText('Care only saved'))
  await page.getByRole('link', { name: 'Chat Access Policies' }).first().click()
  await page.getByRole('switch', { name: `Turn ${EVERYONE} on or off` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expectVisible(page.getByText(`${EVERYONE} turned off`))

  const panel = await openPanel(page)
  await find(panel, 'Find a person', 'anna')
  await find(panel, 'Find an agent', 'Care desk')
  await expect
    .poll(() => readText(answerIn(page)))
    .toBe('Anna Lindqvist can use Care desk because the policy Care only applies to the group Customer Care.')
  const decided = panel.getByRole('listitem').filter({ hasText: 'Deciding factor' })
  await expect.poll(() => readText(decided)).toMatch(/Grants[\s\S]*The policy Care only applies to the group/)
  const account = panel.getByRole('listitem').filter({ hasText: 'The account is enabled.' })
  await expect.poll(() => readText(account)).toMatch(/^OK/)
  await expectVisible(panel.getByText(`The policy ${EVERYONE} is turned off.`))
  await expectAccessible(page, 'an explanation of access')

  await panel.getByRole('button', { name: 'Choose another' }).first().click()
  await find(panel, 'Find a person', 'ben')
  await expect
    .poll(() => readText(answerIn(page)))
    .toBe('Ben Okafor can’t use Care desk. Nothing grants access.')
  await expectVisible(panel.getByText('The policy Care only doesn’t apply to Ben Okafor.'))
  await expectAccessible(page, 'an explanation of missing access')
})

test('[R-1-002] an open chat loses its agent with the next message, and people named by a policy continue', async () => {
  const { origin } = stage.current
  const agent = await stage.current.publish('Lost and kept')
  stage.current.engine.play(text('A first answer.'))
  const ben = await stage.current.openAs('ben')
  await ben.page.goto(`${origin}/chat/${agent}`)
  await askAndRead(ben.page, 'Before the change?')
  await addPolicy(stage.current, {
    name: 'Kept for care',
    subjects: [{ kind: 'Group', id: CUSTOMER_CARE }],
    gptSystems: [agent],
  })
  await switchEveryone(false)

  ben.watch.expectError(/404|question\.failed/)
  await askInVain(ben.page, 'And after it?')
  await ben.page.goto(`${origin}/chat/agents`)
  await expectVisible(ben.page.getByRole('heading', { level: 1 }))
  await expectGone(ben.page.locator('.agent-card').filter({ hasText: 'Lost and kept' }))

  stage.current.engine.play(text('For Customer Care.'))
  const anna = await stage.current.openAs('anna')
  await anna.page.goto(`${origin}/chat/agents`)
  await expectVisible(anna.page.locator('.agent-card').filter({ hasText: 'Lost and kept' }))
  await anna.page.goto(`${origin}/chat/${agent}`)
  await expectVisible((await askAndRead(anna.page, 'May I?')).getByText('For Customer Care.'))
})

describe('what would change a "no"', () => {
  test('a person is added to the policy, which is shown before saving', async () => {
    const agent = await stage.current.publish('Offered agent')
    const { chatAccessPolicyId } = await addPolicy(stage.current, {
      name: 'Offered policy',
      subjects: [{ kind: 'Group', id: CUSTOMER_CARE }],
      gptSystems: [agent],
    })
    await stage.current.app.token('ben')
    await switchEveryone(false)
    const { page } = await openPolicy(stage.current, chatAccessPolicyId)
    // The policy's only agent is selected right away.
    const panel = await openPanel(page)
    await find(panel, 'Find a person', 'ben')
    await panel.getByRole('button', { name: 'Add to Offered policy' }).click()
    await expectGone(explainPanel(page))
    await expectVisible(page.getByText('This policy has a suggested change that isn’t saved yet.'))
    await expect
      .poll(() => readText(says(page)))
      .toBe('Everyone in Customer Care and Ben Okafor can use the agent Offered agent.')
    expect((await storedPolicy(stage.current, chatAccessPolicyId)).subjects).toHaveLength(1)
    await page.getByRole('button', { name: 'Save policy' }).click()
    await expectVisible(page.getByText('Offered policy saved'))
    await openPanel(page)
    await find(explainPanel(page), 'Find a person', 'ben')
    await expect
      .poll(() => readText(answerIn(page)))
      .toBe('Ben Okafor can use Offered agent because the policy Offered policy applies to Ben Okafor.')
  })

  test('a new policy starts with the person and the agent', async () => {
    await stage.current.publish('Unnamed by any')
    await stage.current.app.token('ben')
    await switchEveryone(false)
    const { page } = await openPolicies(stage.current)
    const panel = await openPanel(page)
    await find(panel, 'Find a person', 'ben')
    await find(panel, 'Find an agent', 'Unnamed by any')
    await panel.getByRole('button', { name: 'Create a policy for Ben Okafor' }).click()
    await expectPath(page, `${listPath}/new`)
    await expect.poll(() => readText(says(page))).toBe('Ben Okafor can use the agent Unnamed by any.')
  })
})

test('unknown groups are never reported as a "no"', async () => {
  const agent = await stage.current.publish('Group agent')
  await addPolicy(stage.current, {
    name: 'Group policy',
    subjects: [{ kind: 'Group', id: CUSTOMER_CARE }],
    gptSystems: [agent],
  })
  const user = await createPerson(stage.current.app)
  await switchEveryone(false)
  const { page } = await openPolicies(stage.current)
  const panel = await openPanel(page)
  await find(panel, 'Find a person', user.userName)
  await find(panel, 'Find an agent', 'Group agent')
  await expect
    .poll(() => readText(answerIn(page)))
    .toContain('can’t use Group agent as far as can be determined. Group membership is unknown.')
  const unknown = panel
    .getByRole('listitem')
    .filter({ hasText: 'the policy Group policy applies to a group' })
  await expect.poll(() => readText(unknown)).toMatch(/^Unknown/)
  await expectVisible(panel.getByText(/Group membership is read at sign-in\. Ask/))
})

test('on the profile of a person, it already names them', async () => {
  const userId = await userIdOf(stage.current.app, 'ben')
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}/admin/user/${userId}/profile`)
  await page.getByRole('button', { name: 'Check access' }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Check access' }).getByText('Ben Okafor'))
})

test('access to a file library or an admin page is explained by the permission that opens it', async () => {
  await userIdOf(stage.current.app, 'ben')
  const { page } = await openPolicies(stage.current)
  const panel = await openPanel(page)
  await find(panel, 'Find a person', 'ben')
  await panel.getByRole('radio', { name: 'Page' }).check({ force: true })
  await panel.getByRole('combobox', { name: 'Choose a page' }).selectOption('Brands')
  await expect.poll(() => readText(answerIn(page))).toMatch(/^Ben Okafor can’t open the page Brands\./)
  await expectVisible(panel.getByText('Ben Okafor doesn’t have the permission “Read brands” (BrandsRead).'))
  await expectVisible(
    panel.getByText('Assign Ben Okafor a role with the permission “Read brands” (BrandsRead).'),
  )
  await panel.getByRole('radio', { name: 'File library' }).check({ force: true })
  await find(panel, 'Find a file library', 'Guide')
  await expect.poll(() => readText(answerIn(page))).toMatch(/^Ben Okafor can’t see the file library Guide\./)
  await panel.getByRole('button', { name: 'Choose another' }).first().click()
  await find(panel, 'Find a person', 'admin')
  await expect
    .poll(() => readText(answerIn(page)))
    .toMatch(/^Ada Moreau can see the file library Guide because the role Administrator grants the/)
})

test('search and selection work by keyboard alone, and Escape closes the list before the panel', async () => {
  await stage.current.app.token('ben')
  const { page } = await openPolicies(stage.current)
  const panel = await openPanel(page)
  const person = panel.getByRole('combobox', { name: 'Find a person' })
  await person.focus()
  await page.keyboard.type('ben')
  await expectVisible(panel.getByRole('option', { name: /Ben Okafor/ }))
  await page.keyboard.press('Escape')
  await expectGone(panel.getByRole('option'))
  await expectVisible(panel)
  await page.keyboard.press('ArrowDown')
  await expectVisible(panel.getByRole('option', { name: /Ben Okafor/ }))
  await page.keyboard.press('Enter')
  await expectVisible(panel.getByText('Ben Okafor', { exact: true }))
  await page.keyboard.press('Escape')
  await expectGone(explainPanel(page))
})

test('on a phone and in Arabic the answer is complete', async () => {
  const agent = await stage.current.publish('Small agent')
  const { chatAccessPolicyId } = await addPolicy(stage.current, { name: 'Small', gptSystems: [agent] })
  await stage.current.app.token('anna')
  const phone = await openPolicy(stage.current, chatAccessPolicyId, PHONE[1])
  const panel = await openPanel(phone.page)
  await find(panel, 'Find a person', 'anna')
  await expectVisible(answerIn(phone.page))
  const wider = await phone.page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect(wider).toBe(false)
  await expectAccessible(phone.page, 'the explainer on a phone')
  const { page } = await stage.current.openAs('admin')
  await page.addInitScript(DARK_ARABIC[2])
  await page.goto(`${stage.current.origin}${listPath}/${chatAccessPolicyId}/edit`)
  await page.getByRole('button', { name: 'فحص الوصول' }).click()
  await find(page.getByRole('dialog', { name: 'فحص الوصول' }), 'البحث عن شخص', 'anna')
  await expect
    .poll(() => readText(answerIn(page)))
    .toMatch(/^يمكن لـ\u2068Anna Lindqvist\u2069 استخدام \u2068Small agent\u2069، لأن السياسة/)
  await expectAccessible(page, 'the explainer in Arabic')
})
