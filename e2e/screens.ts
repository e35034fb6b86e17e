import type { Locator, Page } from 'playwright-core'
import { expectVisible } from './expectations.ts'

const WAIT_MS = 60_000

/** Opens a path while signed out, and goes through the login and the directory's page. */
export async function signIn(page: Page, origin: string, userName: string, path = '/chat'): Promise<void> {
  await page.goto(`${origin}${path}`)
  await page.getByRole('button', { name: 'Continue with company account' }).click()
  await fillDirectory(page, userName)
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
}

/** Fills in the directory's sign-in page. */
export async function fillDirectory(page: Page, userName: string, password = 'parlance'): Promise<void> {
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^(Message|الرسالة)/ })
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: /^(Send|إرسال)$/ })
export const stopButton = (page: Page): Locator => page.getByRole('button', { name: 'Stop' })
export const answers = (page: Page): Locator => page.getByRole('article', { name: /^Answer from/ })
export const questions = (page: Page): Locator => page.getByRole('article', { name: 'Your question' })
export const history = (page: Page): Locator => page.getByRole('navigation', { name: 'Conversations' })

/** Asks as soon as the agent is available. */
export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question)
  await sendButton(page).and(page.locator('[aria-disabled=false]')).waitFor({ timeout: WAIT_MS })
  await composer(page).press('Enter')
}

/**
 * Asks an agent that the user has just lost. The page learns it from its refusal, or from an update before, which then
 * says so instead of sending the question.
 */
export async function askInVain(page: Page, question: string): Promise<void> {
  await composer(page).fill(question)
  await composer(page).press('Enter')
  const refusal = /This agent (doesn’t exist, or you don’t have access to it|is no longer available)\./
  await expectVisible(page.getByText(refusal).first())
}

/** The text as displayed, without hidden parts and the source's line breaks. */
export const readText = async (locator: Locator): Promise<string> => (await locator.innerText()).trim()

/** Waits until the last answer has ended, and returns its article. */
export async function answered(page: Page): Promise<Locator> {
  const answer = answers(page).last()
  await answer.getByRole('button', { name: 'Copy', exact: true }).last().waitFor({ timeout: WAIT_MS })
  await answer.and(page.locator('[aria-busy=false]')).waitFor({ timeout: WAIT_MS })
  return answer
}

/**
 * Sends the typed question where the page is replaced in response, and waits for `next`, what the new page shows.
 * Chromium never acknowledges a key whose page was replaced before the key came up.
 */
export async function sendAndLeave(page: Page, next: Promise<unknown>): Promise<void> {
  const pressed = composer(page).press('Enter')
  await Promise.race([next, pressed.then(() => next)])
}

/**
 * Asks, and waits for the answer. Its turn is found by the question's text rather than by counting answers: after a
 * link was followed, the thread may still display the conversation that was left.
 */
export async function askAndRead(page: Page, question: string): Promise<Locator> {
  const turns = page.locator('.turn').filter({ has: questions(page).getByText(question, { exact: true }) })
  const before = await turns.count()
  await ask(page, question)
  await turns
    .nth(before)
    .getByRole('article', { name: /^Answer from/ })
    .waitFor({ timeout: WAIT_MS })
  return answered(page)
}

/** Leaves the open conversation for an empty one. */
export async function startNewChat(page: Page): Promise<void> {
  // An empty conversation list offers this button too.
  await page.getByRole('button', { name: 'New Chat', exact: true }).first().click()
  await questions(page).first().waitFor({ state: 'detached' })
}

/** Returns the words `w1 w2 …` displayed in an answer, in order. */
export async function wordsOf(answer: Locator): Promise<string> {
  return ((await readText(answer)).match(/w\d+/g) ?? []).join(' ')
}

export function conversationIdOf(page: Page): string {
  const id = new URL(page.url()).searchParams.get('conversationId')
  if (id === null) throw new Error(`No conversation is open at ${page.url()}.`)
  return id
}

/** Opens the settings from the account menu, and returns their drawer. */
export async function openSettings(page: Page): Promise<Locator> {
  await chooseInAccountMenu(page, /^(Settings|الإعدادات)/)
  const drawer = page.getByRole('dialog', { name: /^(Settings|الإعدادات)$/ })
  await drawer.waitFor()
  return drawer
}

/** The buttons of the sidebar, which phones hide. */
export const OPEN_SIDEBAR = /^(Open sidebar|فتح الشريط الجانبي)/
export const CLOSE_SIDEBAR = /^(Close sidebar|إغلاق الشريط الجانبي)$/

export const openAccountMenu = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(Account menu for|قائمة حساب)/ }).click()

/** Opens the account menu and chooses an entry. */
export async function chooseInAccountMenu(page: Page, name: string | RegExp): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name })).click()
}

/** Saves the draft immediately, without waiting for the typing pause. */
export async function saveDraft(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await page
    .locator('.draft-state')
    .filter({ hasText: /^Saved / })
    .waitFor({ timeout: WAIT_MS })
}
