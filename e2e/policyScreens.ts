import type { Locator, Page } from 'playwright-core'
import { type CreatedPolicy, createPolicy, policiesPath } from '../server/src/testing/access.ts'
import { call } from '../server/src/testing/client.ts'
import { expectVisible } from './expectations.ts'
import type { OpenPage, Stage } from './stage.ts'

export const CUSTOMER_CARE = '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d01'
export const listPath = '/admin/chatAccessPolicy'

/** Creates a policy for one test over HTTP. */
export async function addPolicy(stage: Stage, input: Record<string, unknown>): Promise<CreatedPolicy> {
  const { status, body } = await createPolicy(stage.app, input)
  if (status !== 200) throw new Error(`The policy wasn't created: ${status} ${JSON.stringify(body)}`)
  return body
}

export async function storedPolicy(stage: Stage, chatAccessPolicyId: string): Promise<CreatedPolicy> {
  const token = await stage.app.token('admin')
  return (await call<CreatedPolicy>(stage.app, `${policiesPath}/${chatAccessPolicyId}`, { token })).body
}

export async function openPolicies(stage: Stage, query = '', options = {}): Promise<OpenPage> {
  const opened = await stage.openAs('admin', options)
  await opened.page.goto(`${stage.origin}${listPath}${query}`)
  await expectVisible(opened.page.getByRole('heading', { level: 1, name: 'Chat Access Policies' }))
  return opened
}

export async function openPolicy(stage: Stage, chatAccessPolicyId: string, options = {}): Promise<OpenPage> {
  const opened = await stage.openAs('admin', options)
  await opened.page.goto(`${stage.origin}${listPath}/${chatAccessPolicyId}/edit`)
  await expectVisible(says(opened.page))
  return opened
}

/** The policy's summary in words. */
export const says = (page: Page): Locator => page.locator('.policy-says')

/** Types a name into a search field, and selects the match. */
export async function find(within: Page | Locator, field: string, name: string): Promise<void> {
  await within.getByRole('combobox', { name: field }).fill(name)
  await within.getByRole('option', { name }).first().click()
}

export const explainPanel = (page: Page): Locator => page.getByRole('dialog', { name: 'Check access' })
/** The explainer's answer, in one sentence. */
export const answerIn = (page: Page): Locator => page.locator('.explain-says')
