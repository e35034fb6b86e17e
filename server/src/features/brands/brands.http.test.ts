import { randomUUID } from 'node:crypto'
import {
  colorSets,
  defaultBrand,
  resolveTheme,
  setFromMain,
  themeFields,
} from '@parlance/contract/theme/brand'
import { theme } from '@parlance/contract/theme/theme'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import {
  brandsPath,
  type CreatedBrand,
  createBrand,
  defaultsPath,
  drawing,
  uploadBrandFile,
} from '../../testing/brands.ts'
import { type CallOptions, call, send } from '../../testing/client.ts'

let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

const asAdmin = <T = CreatedBrand>(path: string, options: CallOptions = {}) =>
  call<T>(app, path, { token: admin, ...options })
const key = () => `k-${randomUUID().slice(0, 8)}`
const primary = setFromMain('#0b7a64')
interface Refusal {
  code: string
  title: string
  requestId: string
  errors?: { field: string; message: string }[]
}
const fieldsOf = (body: unknown) => (body as Refusal).errors?.map(({ field }) => field) ?? []
const update = (brand: CreatedBrand, change: Record<string, unknown>, version = brand.version) =>
  asAdmin(`${brandsPath}/${brand.brandKey}`, {
    method: 'PUT',
    headers: { 'if-match': `"${version}"` },
    body: { name: brand.name, hostNames: brand.hostNames, theme: {}, ...change },
  })

describe('a brand', () => {
  test('[R-7-094] [R-1-018] is created, read, changed, and deleted by its key', async () => {
    const brandKey = key()
    const created = await createBrand(app, { brandKey, name: 'Rail', hostNames: ['rail.localhost'] })
    expect([created.status, created.body.version, created.headers.get('etag')]).toEqual([200, 1, '"1"'])
    const read = await asAdmin(`${brandsPath}/${brandKey}`)
    expect(read.body).toEqual(created.body)
    const changed = await update(created.body, { name: 'Railways' })
    expect([changed.status, changed.body.name, changed.body.version]).toEqual([200, 'Railways', 2])
    expect((await asAdmin(`${brandsPath}/${brandKey}`, { method: 'DELETE' })).status).toBe(204)
    const gone = await asAdmin<Refusal>(`${brandsPath}/${brandKey}`)
    expect([gone.status, gone.body.code]).toEqual([404, 'brand.notFound'])
  })

  test('[R-3-019] [R-3-020] [R-3-024] [R-3-026] has a key, a name, and a login alignment', async () => {
    const { body } = await createBrand(app, {
      brandKey: key(),
      name: 'Whole',
      useLoginBackgroundImg: true,
      loginAlignment: 'Right',
    })
    expect(body).toMatchObject({ name: 'Whole', useLoginBackgroundImg: true, loginAlignment: 'Right' })
    expect(body.brandKey).toMatch(/^k-/)
  })

  test('[R-3-025] [R-3-040] has a login background, or derives it from its own colors', async () => {
    const { body } = await createBrand(app, { theme: { primary, loginBackground: { main: '#123456' } } })
    expect([body.loginBackground, body.theme.loginBackground]).toEqual([
      { main: '#123456' },
      { main: '#123456' },
    ])
    const plain = (await createBrand(app, { theme: { primary } })).body
    expect(plain.loginBackground.main).toBe(primary.darker)
  })

  test.each(colorSets.map((name) => [name]))('has six custom colors for %s', async (name) => {
    const { body } = await createBrand(app, { theme: { [name]: primary } })
    expect(body.theme[name]).toEqual(primary)
    expect(body.inherits).not.toContain(name)
  })

  test('[R-3-031] [R-3-032] [R-3-033] the theme has primary, secondary, and info with the six', async () => {
    const { body } = await call<typeof defaultBrand>(app, `${brandsPath}/default/theme`)
    for (const name of ['primary', 'secondary', 'info'] as const)
      expect(body[name]).toEqual(defaultBrand[name])
    expect(Object.keys(body.primary).sort()).toEqual([
      'contrastText',
      'dark',
      'darker',
      'light',
      'lighter',
      'main',
    ])
  })

  test('[R-3-034] [R-3-035] [R-3-036] [R-3-037] and success, warning, error, and a menu set with the six', async () => {
    const { body } = await call<typeof defaultBrand>(app, `${brandsPath}/default/theme`)
    for (const name of ['success', 'warning', 'error', 'menu'] as const) {
      expect(body[name]).toEqual(defaultBrand[name])
      expect(Object.keys(body[name])).toHaveLength(6)
    }
  })

  test('[R-3-038] [R-3-039] and texts, the menu’s texts, and whether buttons have a gradient', async () => {
    const own = {
      textPrimary: '#111111',
      textSecondary: '#222222',
      textDisabled: '#333333',
      menuTextPrimary: '#444444',
      menuTextSecondary: '#555555',
      menuTextDisabled: '#666666',
      useGradientButtons: false,
    }
    const { brandKey } = (await createBrand(app, { theme: own })).body
    expect((await call(app, `${brandsPath}/${brandKey}/theme`)).body).toMatchObject(own)
  })

  test('[R-7-017] anyone can read its theme and public fields, and an unknown key returns the default brand’s', async () => {
    const { brandKey } = (
      await createBrand(app, { name: `Public ${key()}`, hostNames: [], theme: { primary } })
    ).body
    const known = await call<{ primary: unknown; brand: Record<string, unknown> }>(
      app,
      `${brandsPath}/${brandKey}/theme`,
    )
    expect(known.body.primary).toEqual(primary)
    expect(Object.keys(known.body.brand).sort()).toEqual([
      'avatarFileName',
      'brandKey',
      'loginAlignment',
      'loginBackground',
      'logoFileName',
      'name',
      'navigationLogoFileName',
      'productName',
      'splashScreenBackgroundFileName',
      'useLoginBackgroundImg',
      'version',
    ])
    const unknown = await call<{ brand: { brandKey: string } }>(app, `${brandsPath}/nobody/theme`)
    expect([unknown.status, unknown.body.brand.brandKey]).toEqual([200, 'default'])
  })

  test('[R-7-088] signed-in users can read the default brand', async () => {
    const anna = await app.token('anna')
    const { body } = await call(app, '/api/internal/currentUser/defaultBrand', { token: anna })
    expect(body).toEqual({ defaultBrandKey: 'default' })
  })

  test('colors have their own call, and unreadable pairs return as warnings', async () => {
    const { brandKey, version } = (await createBrand(app)).body
    const set = await asAdmin(`${brandsPath}/${brandKey}/theme`, {
      method: 'PUT',
      headers: { 'if-match': `"${version}"` },
      body: { textPrimary: '#dddddd' },
    })
    expect(set.body.theme.textPrimary).toBe('#dddddd')
    expect(set.body.warnings).toContainEqual({
      field: 'textPrimary',
      on: 'bg',
      mode: 'light',
      ratio: expect.closeTo(1.35, 1),
    })
    expect((await createBrand(app)).body.warnings).toEqual([])
  })

  test('an unsaved theme returns variables for both modes with the contrast of each pair', async () => {
    const { body } = await asAdmin<{
      light: Record<string, string>
      dark: Record<string, string>
      pairs: { field: string; level: string; nearest: { ratio: number } | null }[]
    }>(`${brandsPath}/themePreview`, { body: { theme: { primary, textPrimary: '#cccccc' } } })
    expect(body.light['p-main']).toBe('#0b7a64')
    const own = { primary, textPrimary: '#cccccc' }
    expect(body.dark).toEqual(theme(resolveTheme(own), 'dark'))
    const below = body.pairs.filter(({ level }) => level === 'below')
    expect(below.length).toBeGreaterThan(0)
    for (const pair of below) expect(pair.nearest?.ratio).toBeGreaterThanOrEqual(4.5)
  })
})

describe('defaults', () => {
  test('[R-3-027] [R-7-095] can be read and saved, and a brand inherits each field until it sets its own', async () => {
    const { brandKey } = (await createBrand(app, { theme: { textPrimary: '#010101' } })).body
    const before = (await asAdmin<{ version: number; inherits: string[] }>(defaultsPath)).body
    expect(before.inherits).toEqual(expect.arrayContaining(['loginAlignment', ...themeFields]))
    const put = (body: object, version: number) =>
      asAdmin<{ version: number }>(defaultsPath, {
        method: 'PUT',
        headers: { 'if-match': `"${version}"` },
        body: { defaultBrandKey: 'default', ...body },
      })
    const own = { primary, textPrimary: '#020202', useGradientButtons: false }
    const changed = await put(
      { theme: own, loginAlignment: 'Left', useLoginBackgroundImg: true },
      before.version,
    )
    expect(changed.status).toBe(200)
    const brand = (await asAdmin(`${brandsPath}/${brandKey}`)).body
    expect(brand.theme).toMatchObject({ primary, textPrimary: '#010101', useGradientButtons: false })
    expect(brand).toMatchObject({ loginAlignment: 'Left', useLoginBackgroundImg: true })
    expect(brand.inherits).toContain('primary')
    expect(brand.inherits).not.toContain('textPrimary')
    await put({ theme: {} }, changed.body.version)
    expect((await asAdmin(`${brandsPath}/${brandKey}`)).body).toMatchObject({
      loginAlignment: 'Center',
      theme: { primary: defaultBrand.primary },
    })
  })

  test('an image of the defaults is available under the key of each brand that inherits it', async () => {
    const { brandKey } = (await createBrand(app)).body
    const { body } = await uploadBrandFile(app, `${defaultsPath}/files?kind=Logo`, drawing('#123456'))
    const inheriting = (await asAdmin(`${brandsPath}/${brandKey}`)).body
    expect([inheriting.logoFileName, inheriting.inherits.includes('logoFileName')]).toEqual([
      body.fileName,
      true,
    ])
    expect((await send(app, `${brandsPath}/${brandKey}/files/${body.fileName}`)).status).toBe(200)
    const own = await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
    const changed = (await asAdmin(`${brandsPath}/${brandKey}`)).body
    expect([changed.logoFileName, changed.navigationLogoFileName]).toEqual([own.body.fileName, null])
    const removed = await asAdmin(`${defaultsPath}/files/${body.fileName}`, { method: 'DELETE' })
    expect(removed.status).toBe(204)
  })

  test('name the fallback brand for other pages, which must exist and cannot be deleted', async () => {
    const { brandKey } = (await createBrand(app, { name: `Standard ${key()}` })).body
    const version = async () => (await asAdmin<{ version: number }>(defaultsPath)).body.version
    const put = async (defaultBrandKey: string) =>
      asAdmin<Refusal>(defaultsPath, {
        method: 'PUT',
        headers: { 'if-match': `"${await version()}"` },
        body: { defaultBrandKey, theme: {} },
      })
    const missing = await put('nobody')
    expect([missing.status, fieldsOf(missing.body)]).toEqual([400, ['defaultBrandKey']])
    await put(brandKey)
    expect(
      (await call<{ brand: { brandKey: string } }>(app, `${brandsPath}/nobody/theme`)).body.brand.brandKey,
    ).toBe(brandKey)
    const refused = await asAdmin<Refusal>(`${brandsPath}/${brandKey}`, { method: 'DELETE' })
    expect([refused.status, refused.body.code]).toEqual([409, 'brand.default'])
    await put('default')
    expect((await asAdmin(`${brandsPath}/default`, { method: 'DELETE' })).status).toBe(409)
  })
})

describe('images', () => {
  const places = [
    ['logo', 'logoFileName'],
    ['navigationLogo', 'navigationLogoFileName'],
    ['splashScreenBackground', 'splashScreenBackgroundFileName'],
    ['avatar', 'avatarFileName'],
  ] as const
  test.each(places)('%s is uploaded, re-encoded, and shown to anyone', async (place, field) => {
    const { brandKey } = (await createBrand(app)).body
    const original = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c4520c' } })
      .png()
      .toBuffer()
    const up = await uploadBrandFile(
      app,
      `${brandsPath}/${brandKey}/${place}`,
      Buffer.from(original),
      '../../x.png',
    )
    expect(up.body.fileName).toMatch(/^[a-zA-Z]+-[0-9a-f]{32}\.webp$/)
    const brand = (await asAdmin(`${brandsPath}/${brandKey}`)).body
    expect([brand[field], brand.version]).toEqual([up.body.fileName, up.body.version])
    const shown = await send(app, `${brandsPath}/${brandKey}/files/${up.body.fileName}`)
    expect([shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).format).toBe('webp')
  })

  test('[R-7-096] [R-7-097] [R-7-098] [R-7-099] are uploaded as logo, splash, and avatar, and read and deleted by name', async () => {
    const { brandKey } = (await createBrand(app)).body
    for (const place of ['logo', 'splashScreenBackground', 'avatar']) {
      const up = await uploadBrandFile(app, `${brandsPath}/${brandKey}/${place}`)
      const address = `${brandsPath}/${brandKey}/files/${up.body.fileName}`
      expect((await send(app, address)).status).toBe(200)
      expect((await asAdmin(address, { method: 'DELETE' })).status).toBe(204)
      expect((await send(app, address)).status).toBe(404)
    }
  })

  test('[R-3-021] [R-3-022] [R-3-023] appear in the brand under server-generated names', async () => {
    const { brandKey } = (await createBrand(app)).body
    for (const place of ['logo', 'navigationLogo', 'splashScreenBackground'])
      await uploadBrandFile(app, `${brandsPath}/${brandKey}/${place}`)
    const brand = (await asAdmin(`${brandsPath}/${brandKey}`)).body
    expect(brand.logoFileName).toMatch(/^logo-/)
    expect(brand.navigationLogoFileName).toMatch(/^navigationLogo-/)
    expect(brand.splashScreenBackgroundFileName).toMatch(/^splashScreenBackground-/)
  })

  test('[A59] of one brand are not found under another, and a path is not a valid name', async () => {
    const one = (await createBrand(app)).body.brandKey
    const other = (await createBrand(app)).body.brandKey
    const { body } = await uploadBrandFile(app, `${brandsPath}/${one}/logo`)
    expect((await send(app, `${brandsPath}/${other}/files/${body.fileName}`)).status).toBe(404)
    for (const name of [
      '..%2f..%2fsecret-key',
      '%252e%252e%252fsecret-key',
      '..%5csecret-key',
      '%c0%ae',
      'x',
    ]) {
      expect([400, 404]).toContain((await send(app, `${brandsPath}/${one}/files/${name}`)).status)
      const removal = await send(app, `${brandsPath}/${one}/files/${name}`, {
        method: 'DELETE',
        token: admin,
      })
      expect([400, 404]).toContain(removal.status)
    }
    expect((await send(app, `${brandsPath}/${one}/files/${body.fileName}`)).status).toBe(200)
  })

  test.each([
    ['a text file', Buffer.from('hello'), 'image.kind', 415],
    ['a broken PNG', Buffer.from('\x89PNG\r\n\x1a\nxxxx', 'latin1'), 'image.broken', 422],
    ['a file larger than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 'image.tooLarge', 413],
    ['an HTML page', Buffer.from('<html><script>1</script></html>'), 'image.kind', 415],
  ])('[A43] [S27] %s is rejected, and nothing is lost', async (_name, bytes, code, status) => {
    const { brandKey } = (await createBrand(app)).body
    await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
    const before = (await asAdmin(`${brandsPath}/${brandKey}`)).body
    const refused = await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`, bytes)
    expect([refused.status, (refused.body as unknown as Refusal).code]).toEqual([status, code])
    expect((refused.body as unknown as Refusal).requestId).toBeTruthy()
    expect((await asAdmin(`${brandsPath}/${brandKey}`)).body).toEqual(before)
  })

  test('[A43] an SVG loses its script and everything else that is not an image', async () => {
    const { brandKey } = (await createBrand(app)).body
    const svg = drawing('#0b7a64').replace('</svg>', '<script>alert(1)</script></svg>')
    const { body } = await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`, svg)
    const shown = await send(app, `${brandsPath}/${brandKey}/files/${body.fileName}`)
    expect(Buffer.from(await shown.arrayBuffer()).includes('script')).toBe(false)
  })

  test('[R-7-019] the icon is the logo of the requested host’s brand, of the named brand, or of the default', async () => {
    const { brandKey } = (await createBrand(app, { hostNames: [`${key()}.localhost`] })).body
    const address = '/api/internal/instanceSettings/favicon/android-chrome-192x192.png'
    const bytes = async (query: string) => {
      const shown = await send(app, `${address}${query}`)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
      const body = Buffer.from(await shown.arrayBuffer())
      const { width, height } = await sharp(body).metadata()
      expect([width, height]).toEqual([192, 192])
      return body
    }
    const standard = await bytes('?timestamp=1')
    expect(await bytes(`?brandKey=default&timestamp=2`)).toEqual(standard)
    await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
    expect(await bytes(`?brandKey=${brandKey}`)).not.toEqual(standard)
  })

  test('a repeated upload is stored once, and unreferenced images are deleted', async () => {
    const { brandKey } = (await createBrand(app)).body
    const idempotency = { 'idempotency-key': randomUUID() }
    const form = () => {
      const body = new FormData()
      body.set('file', new File([drawing('#0b7a64')], 'logo.svg'))
      return body
    }
    const up = () =>
      asAdmin<{ fileName: string }>(`${brandsPath}/${brandKey}/logo`, { body: form(), headers: idempotency })
    const blobs = async () => {
      let count = 0
      for await (const _ of app.platform.blobs.list()) count++
      return count
    }
    const before = await blobs()
    const [first, second] = [await up(), await up()]
    expect(second.body).toEqual(first.body)
    // The image and its icon, but neither the original nor the repeated upload.
    expect(await blobs()).toBe(before + 2)
    expect((await uploadBrandFile(app, `${brandsPath}/nobody/logo`)).status).toBe(404)
    expect((await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`, 'x')).status).toBe(415)
    expect(await blobs()).toBe(before + 2)
    expect((await send(app, `${brandsPath}/${brandKey}/files/${first.body.fileName}`)).status).toBe(200)
  })
})

describe('invalid input', () => {
  test.each([
    'red;}</style><script>',
    'url(https://canary.example)',
    'expression(1)',
    '\\0065',
    '#12345',
    '#12345g',
    'red',
    '#1234567',
    '#123456;',
    '#123456\n',
  ])('[A47] the color %j is rejected with what to enter instead', async (color) => {
    for (const body of [
      { theme: { textPrimary: color } },
      { theme: { primary: { ...primary, main: color } } },
      { theme: { loginBackground: { main: color } } },
    ]) {
      const refused = await createBrand(app, body)
      expect(refused.status).toBe(400)
      expect((refused.body as unknown as Refusal).errors?.[0]?.message).toContain('#6a3de0')
    }
    await expect(
      sql`update brand set theme = ${JSON.stringify({ textPrimary: color })}::jsonb where brand_key = 'default'`.execute(
        app.platform.database.db,
      ),
    ).rejects.toThrow(/is_theme|check/)
  })

  test.each(['Acme', 'a b', 'a.b', 'ä', '-a', 'a-', 'import', 'x'.repeat(41), '../a', ''])(
    'the key %j is rejected, because no host name could contain it',
    async (brandKey) => {
      const refused = await createBrand(app, { brandKey })
      expect([refused.status, fieldsOf(refused.body)]).toEqual([400, ['brandKey']])
    },
  )

  test('a key, name, or host name already in use is rejected at its field', async () => {
    const host = `${key()}.localhost`
    const first = (await createBrand(app, { name: `Taken ${key()}`, hostNames: [host] })).body
    const again = await createBrand(app, { brandKey: first.brandKey })
    expect([again.status, fieldsOf(again.body)]).toEqual([409, ['brandKey']])
    const name = await createBrand(app, { name: first.name.toUpperCase() })
    expect([name.status, fieldsOf(name.body)]).toEqual([409, ['name']])
    const named = await createBrand(app, { hostNames: [host.toUpperCase()] })
    expect([named.status, fieldsOf(named.body)]).toEqual([409, ['hostNames']])
  })

  test.each([
    'http://a.localhost',
    'a.localhost:80',
    'a_b.localhost',
    'localhost',
    '127.0.0.1',
    'chat.example.com',
    '*.localhost',
    'a..localhost',
  ])('the host name %s is rejected', async (hostName) => {
    const refused = await createBrand(app, { hostNames: [hostName] })
    expect([refused.status, fieldsOf(refused.body)]).toEqual([400, ['hostNames.0']])
  })

  test('[F6] if two administrators edit at once, one saves and the other sees the current values', async () => {
    const { brandKey, name } = (await createBrand(app)).body
    const brand = (await asAdmin(`${brandsPath}/${brandKey}`)).body
    const both = await Promise.all([
      update(brand, { name: `${name} A` }),
      update(brand, { name: `${name} B` }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const won = both.find(({ status }) => status === 200)!
    const lost = both.find(({ status }) => status === 412)!
    expect((lost.body as unknown as { current: CreatedBrand }).current).toEqual(won.body)
    const history = await asAdmin<{ items: { verb: string }[] }>(`${brandsPath}/${brandKey}/history`)
    expect(history.body.items.map(({ verb }) => verb)).toEqual(['update', 'create'])
  })

  test('a brand used by an agent cannot be deleted, and the error names the agent', async () => {
    const { brandKey } = (await createBrand(app)).body
    const agent = await call<{ gptSystem: { gptSystemId: string } }>(
      app,
      '/api/internal/gptSystems/system/management',
      { token: admin, body: { name: 'Dispatcher', brandKey } },
    )
    const refused = await asAdmin<Refusal>(`${brandsPath}/${brandKey}`, { method: 'DELETE' })
    expect([refused.status, refused.body.code]).toEqual([409, 'brand.inUse'])
    expect(agent.status).toBe(200)
    expect(refused.body.errors).toEqual([{ field: 'gptSystems', message: 'Dispatcher' }])
    const unknown = await call<Refusal>(app, '/api/internal/gptSystems/system/management', {
      token: admin,
      body: { name: 'Lost', brandKey: 'nobody' },
    })
    expect([unknown.status, fieldsOf(unknown.body)]).toEqual([400, ['brandKey']])
  })
})

describe('the list', () => {
  test('[R-9-053] continues by token in pages of 50 by default and 200 at most, in any order, and searches name, key, and host', async () => {
    const mark = key()
    for (let index = 0; index < 55; index++) {
      const number = String(index).padStart(2, '0')
      await createBrand(app, {
        brandKey: `${mark}-${number}`,
        name: `List ${mark} ${number}`,
        hostNames: index === 7 ? [`${mark}.localhost`] : [],
      })
    }
    interface List {
      items: CreatedBrand[]
      continuationToken: string | null
    }
    const list = (query: string) => asAdmin<List>(`${brandsPath}?${query}`)
    const first = (await list(`search=${mark}`)).body
    expect(first.items).toHaveLength(50)
    const rest = (await list(`search=${mark}&continuationToken=${first.continuationToken}`)).body
    expect([rest.items.length, rest.continuationToken]).toEqual([5, null])
    const names = [...first.items, ...rest.items].map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    for (const sort of ['-name', 'brandKey', '-brandKey', 'updatedAt', '-updatedAt']) {
      const seen: string[] = []
      let token: string | null = ''
      while (token !== null) {
        const page: List = (
          await list(`search=${mark}&sort=${sort}&pageSize=20${token ? `&continuationToken=${token}` : ''}`)
        ).body
        seen.push(...page.items.map(({ brandKey }) => brandKey))
        token = page.continuationToken
      }
      expect(seen).toHaveLength(55)
      expect(seen).toEqual(
        sort.startsWith('-')
          ? names.map((name) => `${mark}-${name.slice(-2)}`).reverse()
          : names.map((name) => `${mark}-${name.slice(-2)}`),
      )
    }
    expect((await list(`search=${mark}.localhost`)).body.items.map(({ brandKey }) => brandKey)).toEqual([
      `${mark}-07`,
    ])
    expect((await list('pageSize=201')).status).toBe(400)
    expect((await list('sort=theme')).status).toBe(400)
  })
})

describe('history', () => {
  test('shows field by field what changed, when, and by whom', async () => {
    const { brandKey, name, version } = (await createBrand(app, { theme: { primary } })).body
    await update({ brandKey, name, hostNames: [], version } as unknown as CreatedBrand, {
      name: `${name} now`,
      theme: { primary: { ...primary, main: '#0a6f5b' } },
    })
    await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
    interface Entry {
      verb: string
      actorName: string
      at: string
      changes: { field: string; before: unknown; after: unknown }[]
    }
    const { body } = await asAdmin<{ items: Entry[] }>(`${brandsPath}/${brandKey}/history`)
    expect(body.items.map(({ verb }) => verb)).toEqual(['file', 'update', 'create'])
    expect(body.items[1]?.actorName).toBe('Ada Moreau')
    expect(body.items[1]?.changes).toEqual([
      { field: 'name', before: name, after: `${name} now` },
      { field: 'theme.primary.main', before: '#0b7a64', after: '#0a6f5b' },
    ])
    expect(body.items[0]?.changes.map(({ field }) => field)).toEqual(['logoFileName'])
  })
})

describe('a brand as a file', () => {
  test('is exported with its images and imported unchanged, under its own key or another', async () => {
    const host = `${key()}.localhost`
    const { brandKey } = (
      await createBrand(app, { theme: { primary }, loginAlignment: 'Left', hostNames: [host] })
    ).body
    await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
    await uploadBrandFile(app, `${brandsPath}/${brandKey}/splashScreenBackground`, drawing('#c4520c'))
    const before = (await asAdmin(`${brandsPath}/${brandKey}`)).body
    const exported = await (await send(app, `${brandsPath}/${brandKey}/export`, { token: admin })).text()
    const other = key()
    const renamed = JSON.stringify({
      ...JSON.parse(exported),
      brand: { ...JSON.parse(exported).brand, name: `Copy ${other}` },
    })
    const copy = (await importFile(renamed, other)) as { body: CreatedBrand & { leftOut: string[] } }
    expect(copy.body).toMatchObject({ brandKey: other, loginAlignment: 'Left', theme: before.theme })
    expect([copy.body.leftOut, copy.body.hostNames]).toEqual([[host], []])
    expect(copy.body.logoFileName).toMatch(/^logo-/)
    const history = await asAdmin<{ items: { changes: { field: string }[] }[] }>(
      `${brandsPath}/${other}/history`,
    )
    expect(history.body.items[0]?.changes.map(({ field }) => field)).toContain('logoFileName')
    expect((await send(app, `${brandsPath}/${other}/files/${copy.body.logoFileName}`)).status).toBe(200)
    const taken = await importFile(exported)
    expect([taken.status, fieldsOf(taken.body)]).toEqual([409, ['brandKey']])
    await asAdmin(`${brandsPath}/${brandKey}`, { method: 'DELETE' })
    const again = (await importFile(exported)) as { body: CreatedBrand }
    expect(again.body).toMatchObject({ brandKey, hostNames: [host], inherits: before.inherits })
  })

  test.each([
    ['not JSON', 'hello'],
    ['another file', '{"a":1}'],
    [
      'a brand with an invalid color',
      JSON.stringify({
        format: 'parlance-brand',
        formatVersion: 1,
        images: {},
        brand: { brandKey: 'x1', name: 'x', hostNames: [], theme: { textPrimary: 'red' } },
      }),
    ],
  ])('is rejected if it is %s', async (_name, text) => {
    const refused = (await importFile(text)) as { status: number; body: Refusal }
    expect([refused.status, refused.body.code]).toEqual([400, 'brand.importFile'])
  })

  test('with an invalid image is rejected, and no brand is created', async () => {
    const brandKey = key()
    const text = JSON.stringify({
      format: 'parlance-brand',
      formatVersion: 1,
      images: { Logo: Buffer.from('hello').toString('base64') },
      brand: { brandKey, name: brandKey, hostNames: [], theme: {} },
    })
    expect((await importFile(text)).status).toBe(415)
    expect((await asAdmin(`${brandsPath}/${brandKey}`)).status).toBe(404)
  })

  function importFile(text: string, brandKey?: string) {
    const form = new FormData()
    form.set('file', new File([text], 'brand.json'))
    return asAdmin<unknown>(`${brandsPath}/import${brandKey ? `?brandKey=${brandKey}` : ''}`, { body: form })
  }
})

test('the card of an agent with a brand names it', async () => {
  const { brandKey } = (await createBrand(app)).body
  const cardOf = async (gptSystemId: string) =>
    (
      await call<{ gptSystem: { brandKey: string | null } }>(
        app,
        `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`,
        { token: admin },
      )
    ).body.gptSystem.brandKey
  const plain = await publishAgent(app, 'Plain')
  const branded = await publishAgent(app, 'Branded')
  await sql`update gpt_system set brand_key = ${brandKey} where id = ${branded}`.execute(
    app.platform.database.db,
  )
  expect([await cardOf(plain), await cardOf(branded)]).toEqual([null, brandKey])
})

test('[A47] an invalid theme written directly to the table is rejected, or affects no other brand', async () => {
  const { brandKey } = (await createBrand(app)).body
  const write = (value: object) =>
    sql`update brand set theme = ${JSON.stringify(value)}::jsonb where brand_key = ${brandKey}`.execute(
      app.platform.database.db,
    )
  const color = '#ffffff'
  for (const value of [
    { primary: { main: color } },
    { primary: { ...primary, 'x:0}*{display:none}a': color } },
    { primary: { ...primary, main: '#FFFFFF' } },
    { primary: [primary] },
    { primary: null },
    { loginBackground: { main: color, other: color } },
    { loginBackground: {} },
    { textPrimary: null },
    { useGradientButtons: 'true' },
    { other: color },
    [],
  ])
    await expect(write(value)).rejects.toThrow(/check constraint/)
  await write({ primary, loginBackground: { main: color }, useGradientButtons: false, textPrimary: color })
})

test('an image whose bytes are missing is not cached as missing', async () => {
  const { brandKey } = (await createBrand(app)).body
  const { body } = await uploadBrandFile(app, `${brandsPath}/${brandKey}/logo`)
  await sql`update brand_file set blob_key = ${'0'.repeat(64)} where file_name = ${body.fileName}`.execute(
    app.platform.database.db,
  )
  const failed = await send(app, `${brandsPath}/${brandKey}/files/${body.fileName}`)
  expect([
    failed.status,
    failed.headers.get('cache-control'),
    failed.headers.get('content-disposition'),
  ]).toEqual([500, 'no-store', null])
  // Leaves the database in order for the sweep's own tests.
  await call(app, `${brandsPath}/${brandKey}`, { method: 'DELETE', token: admin })
})
