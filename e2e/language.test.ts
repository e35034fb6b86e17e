import { beforeAll, describe, expect, test } from 'vitest'
import { expectDirection, expectPath, expectVisible } from './expectations.ts'
import { answered, answers, ask, composer, openSettings, readText } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

// The embedded database, as in a real installation: the server of the tests isn’t protected against power loss.
const stage = useStage({ databaseUrl: null })
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

describe('language', () => {
  test('[R-1-033] the interface is in English by default, whatever the browser prefers', async () => {
    const { page } = await stage.current.open({ locale: 'ar-EG' })
    await page.goto(`${stage.current.origin}/auth/jwt/login`)
    await expectVisible(page.getByRole('heading', { name: 'Sign in to Parlance' }))
    await expect
      .poll(() => page.evaluate('[document.documentElement.lang, document.documentElement.dir]'))
      .toEqual(['en', 'ltr'])
  })

  test('[R-9-025] [R-1-036] Arabic mirrors the page, is stored under i18nextLng, and survives a reload', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    await composer(page).waitFor()
    const sidebar = page.getByRole('complementary', { name: /Sidebar|الجانبي/ }).first()
    expect((await sidebar.boundingBox())?.x).toBe(0)
    const drawer = await openSettings(page)
    await drawer.getByText('العربية').click()
    await page.keyboard.press('Escape')
    await expectVisible(page.getByRole('button', { name: /محادثة جديدة/ }).first())
    await expect.poll(() => page.evaluate('localStorage.getItem("i18nextLng")')).toBe('ar')
    const direction = () => page.evaluate('[document.documentElement.lang, document.documentElement.dir]')
    await expect.poll(() => direction()).toEqual(['ar', 'rtl'])
    await expect.poll(async () => (await sidebar.boundingBox())?.x).toBe(1280 - 280)
    await page.reload()
    await expectVisible(page.getByRole('button', { name: /محادثة جديدة/ }).first())
    await expect.poll(() => direction()).toEqual(['ar', 'rtl'])
    // Text written by users keeps its own direction.
    stage.current.engine.play(text('An answer in English.'))
    await page.keyboard.press('Escape')
    await ask(page, 'A question in English?')
    const paragraph = page.getByText('An answer in English.')
    await expectVisible(paragraph)
    await expectDirection(paragraph, 'ltr')
  })

  test('the directory uses the language of the sign-in page', async () => {
    const { page } = await stage.current.open()
    await page.goto(`${stage.current.origin}/auth/jwt/login`)
    await page.getByLabel('Language').selectOption('ar')
    await page.getByRole('button', { name: /حساب الشركة/ }).click()
    await expectVisible(page.getByLabel('كلمة المرور'))
    await expect.poll(() => page.evaluate('document.documentElement.dir')).toBe('rtl')
  })

  test('no text on the pages stays English in Arabic', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.addInitScript("localStorage.setItem('i18nextLng', 'ar')")
    // The pages, each with the texts to wait for.
    const screens = {
      [`/chat/${scripted}`]: ['Scripted'],
      '/chat/agents': ['وكلاء النظام'],
      '/admin': ['السماح للآخرين بالاتصال', 'الأسئلة حسب اليوم'],
      '/admin/datasource': ['Guide'],
      '/404': ['الصفحة غير موجودة'],
    }
    for (const [path, loaded] of Object.entries(screens)) {
      await page.goto(`${stage.current.origin}${path}`)
      await expectPath(page, path)
      for (const text of loaded) await expectVisible(page.getByText(text).first())
      await expect.poll(() => englishOf(page), { message: path }).toEqual([])
    }
  })

  test('an English text from the server appears in Arabic on an Arabic page', async () => {
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/stream\.internal-server-error/)
    await page.addInitScript("localStorage.setItem('i18nextLng', 'ar')")
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    stage.current.engine.play(async () => {
      throw new Error('an internal error')
    })
    await ask(page, 'مرحبا')
    const error = page.getByRole('alert').locator('p').first()
    await expectVisible(error)
    await expect.poll(() => readText(error)).toMatch(/^[^a-zA-Z]+$/)
    expect(await answers(page).count()).toBe(0)
  })

  test('an Arabic answer reads from the right on an English page', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    stage.current.engine.play(text('هذا جواب بالعربية.'))
    await ask(page, 'سؤال')
    await answered(page)
    const paragraph = page.getByText('هذا جواب بالعربية.')
    await expectDirection(paragraph, 'rtl')
  })
})

/** Returns visible texts and names in Latin letters, except the names of people, products, files, and keys. */
async function englishOf(page: Parameters<typeof composer>[0]): Promise<string[]> {
  const seen = await page.evaluate<string[]>(`(() => {
    const texts = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
    for (let element = walker.currentNode; element; element = walker.nextNode()) {
      if (element.closest('script, style, noscript, kbd, .kbd, bdi, [aria-hidden=true], [lang=en], h1[dir=auto], p[dir=auto]')) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.data)
    }
    return texts
  })()`)
  const known =
    /\u2068.*?\u2069|Parlance|Scripted|Admin\w*|admin|MB|KB|Markdown|HTML|PDF|Word|[\w-]+\.(md|txt)|Ctrl|Documents|Guide|Esc|https|PostgreSQL|PUBLIC_ORIGIN|DATABASE_URL|API|CSV|UTC/g
  return seen.map((one) => one.replaceAll(known, '').trim()).filter((one) => /[a-zA-Z]{2}/.test(one))
}
