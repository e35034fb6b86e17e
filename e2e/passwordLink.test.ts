import { expect, test } from 'vitest'
import { createPerson } from '../server/src/testing/access.ts'
import { goodPassword } from '../server/src/testing/passwordLinks.ts'
import { expectAccessible, PHONE } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { fillDirectory } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

test('an invited user opens the link, sees errors next to the field, and signs in', async () => {
  const { passwordLink, userName } = await createPerson(stage.current.app)
  const { page, watch } = await stage.current.open()
  watch.expectError(/\/password|status of 400/)
  const addresses: string[] = []
  page.on('request', (request) => void addresses.push(request.url()))
  await page.goto(passwordLink ?? '')
  await expectVisible(page.getByRole('heading', { name: 'Choose a password' }))
  await expectGone(page.getByRole('textbox', { name: 'Code' }))
  await expectAccessible(page, 'the password page')
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Repeat new password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expectVisible(page.getByText('This password has fewer than 12 characters.'))
  await expectGone(page.getByRole('textbox', { name: 'Code' }))
  await expectAccessible(page, 'the password page with an error')
  // The link still works in the other language.
  await page.getByRole('link', { name: 'العربية' }).click()
  await expectVisible(page.getByRole('heading', { name: 'اختر كلمة مرور' }))
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByLabel('New password', { exact: true }).fill(goodPassword)
  await page.getByLabel('Repeat new password').fill(goodPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Your password is set' }))
  const token = passwordLink?.split('#')[1] ?? ''
  expect(addresses.filter((address) => address.split('#')[0]?.includes(token))).toEqual([])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Continue with company account' }).click()
  await fillDirectory(page, userName, goodPassword)
  await expectPath(page, /^\/chat/)
})

test('without scripts the code is typed in, and the page says where to find it', async () => {
  const { passwordLink } = await createPerson(stage.current.app)
  const { page } = await stage.current.open({ javaScriptEnabled: false })
  await page.goto(passwordLink ?? '')
  await expectVisible(page.getByText('The part of your link after the # sign.'))
  await page.getByLabel('Code').fill(passwordLink ?? '')
  await page.getByLabel('New password', { exact: true }).fill(goodPassword)
  await page.getByLabel('Repeat new password').fill(goodPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Your password is set' }))
})

test('the page is accessible in Arabic, in dark mode, and on a phone', async () => {
  const { passwordLink } = await createPerson(stage.current.app)
  const { page } = await stage.current.open(PHONE[1])
  const url = stage.current.origin
  await page.context().addCookies([{ name: 'directory-mode', value: 'dark', url }])
  await page.goto((passwordLink ?? '').replace('#', '?lang=ar#'))
  await expectVisible(page.getByRole('heading', { name: 'اختر كلمة مرور' }))
  await expectAccessible(page, 'the password page in Arabic')
})
