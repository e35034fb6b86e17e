// @vitest-environment happy-dom
import type { Action } from '@parlance/contract/actions'
import { defaultBrand } from '@parlance/contract/theme/brand'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../testing/screen.tsx'
import { BrandsPage } from './BrandsPage.tsx'
import { BrandEditorPage } from './editor/BrandEditorPage.tsx'
import { NewBrandPage } from './NewBrandPage.tsx'

const shared = {
  name: 'Vela Lines',
  hostNames: [],
  logoFileName: null,
  isDefault: false,
  version: 3,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
}
const row = { ...shared, brandKey: 'vela', colors: { primary: '#6a3de0', secondary: '#222222' } }
const brand = {
  ...shared,
  brandKey: 'vela',
  navigationLogoFileName: null,
  splashScreenBackgroundFileName: null,
  avatarFileName: null,
  useLoginBackgroundImg: false,
  loginBackground: defaultBrand.loginBackground,
  loginAlignment: 'Center',
  theme: defaultBrand,
  inherits: [],
  warnings: [],
}
const listed = () => json({ items: [row], continuationToken: null })

/** Opens a page below /admin/brand with these permissions. */
function open(path: string, actions: [Action, ...Action[]], replies: Replies = {}) {
  const all: Replies = {
    '/currentUser/rolesWithResolvedActions': () => permitted(...actions),
    '/brands': listed,
    '/brands/vela': () => json(brand, 200, { etag: '"3"' }),
    '/instanceSettings/defaultBrandSettings': () => json({ ...brand, defaultBrandKey: 'default' }),
    ...replies,
  }
  const { calls } = fakeReplies(all)
  show(
    <Routes>
      <Route path="/admin/brand" element={<BrandsPage />} />
      <Route path="/admin/brand/new" element={<NewBrandPage />} />
      <Route path="/admin/brand/:brandKey/edit" element={<BrandEditorPage />} />
    </Routes>,
    `/admin/brand${path}`,
  )
  return { calls, replies: all }
}
const color = () => get('textbox', 'Primary main, as #RRGGBB')

describe('the list of brands', () => {
  it('says what happened if it can’t be loaded, and retrying helps', async () => {
    const { replies } = open('', ['BrandsRead'], {
      '/brands': () => new Response('no', { status: 500, headers: { 'x-request-id': 'r-1' } }),
    })
    await untilShown('Something went wrong.')
    expect(get('alert').textContent).toContain('Request ID: r-1')
    replies['/brands'] = listed
    await press('button', 'Try again')
    await until(() => void get('row', /Vela Lines/))
    expect(all('alert')).toEqual([])
  })

  it('keeps a brand in use, and names what uses it', async () => {
    const { calls } = open('', ['BrandsWrite'], {
      'DELETE /brands/vela': () =>
        problem(409, 'brand.inUse', {
          errors: [
            { field: 'gptSystems', message: '' },
            { field: 'gptSystems', message: 'Product guide' },
          ],
        }),
    })
    await press('button', 'Actions for Vela Lines')
    await press('menuitem', 'Delete')
    await press('button', 'Delete Vela Lines')
    const dialog = get('dialog', /^Delete Vela Lines\?/)
    await until(() => expect(dialog.textContent).toContain('This brand is in use.'))
    expect([...dialog.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'The agent “Unnamed Agent” uses this brand.',
      'The agent “Product guide” uses this brand.',
    ])
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(all('row', /Vela Lines/)).toHaveLength(1)
  })

  it('shows brands to a user who can only read, and offers no changes', async () => {
    open('', ['GptSystemsRead', 'BrandsRead'])
    await until(() => void get('row', /Vela Lines/))
    expect([all('link', 'New brand'), all('button', 'Import'), all('checkbox')]).toEqual([[], [], []])
    await press('button', 'Actions for Vela Lines')
    await until(() => void get('menuitem', 'Export'))
    expect(all('menuitem').map(({ textContent }) => textContent)).toEqual(['View', 'Export'])
    await press('menuitem', 'View')
    await untilShown('To edit this brand, you need the permission “Edit brands” (BrandsWrite).')
    expect(all('button', 'Save brand')).toEqual([])
    expect((color() as HTMLInputElement).disabled).toBe(true)
  })

  it('names the permission for a new brand to a user who can only read', async () => {
    open('/new', ['GptSystemsRead', 'BrandsRead'])
    await untilShown(/You need the permission\s+“Create brands” \(BrandsCreate\)/)
    expect(all('textbox')).toEqual([])
  })
})

describe('the editor of a brand', () => {
  it('keeps all input after a server error, and saves it on another try', async () => {
    const { calls, replies } = open('/vela/edit', ['BrandsRead', 'BrandsWrite'], {
      'PUT /brands/vela': () => new Response('no', { status: 500, headers: { 'x-request-id': 'r-1' } }),
    })
    await until(() => void color())
    type(color(), '#0b7a64')
    await press('button', 'Save brand')
    await untilShown('Something went wrong.')
    expect(document.body.textContent).toContain('Request ID: r-1')
    expect(textIn(color())).toBe('#0b7a64')
    const saved = { ...brand, version: 4, theme: { ...defaultBrand } }
    replies['PUT /brands/vela'] = () => json(saved, 200, { etag: '"4"' })
    await press('button', 'Save brand')
    await untilShown('Vela Lines saved')
    const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body ?? ''))
    expect(sent[1]).toEqual(sent[0])
    expect(JSON.stringify(sent[1].theme)).toContain('#0b7a64')
    expect(all('alert')).toEqual([])
  })

  it('[R-9-036] shows who changed it in its history: at most four avatars, each user once', async () => {
    const names = ['Ada Moreau', 'Ben Okafor', 'Ada Moreau', 'Cleo Tan', 'Dina Roe', 'Ezra Lind', 'Fay Moss']
    const items = names.map((actorName, index) => ({
      auditEntryId: `01a1ff1d-f2d4-76a9-bd85-6b43c483500${index}`,
      at: '2026-11-21T10:00:00.000Z',
      actorName,
      verb: 'update',
      changes: [{ field: 'name', before: 'a', after: 'b' }],
    }))
    open('/vela/edit', ['BrandsRead', 'BrandsWrite'], {
      '/brands/vela/history': () => json({ items, continuationToken: null }),
    })
    await press('tab', 'History')
    const marks = () => [...document.querySelectorAll('.avatar-group .pers')]
    await until(() => expect(marks()).toHaveLength(4))
    expect(marks().map((one) => one.getAttribute('data-initials'))).toEqual(['AM', 'BO', 'CT', '+3'])
  })
})
