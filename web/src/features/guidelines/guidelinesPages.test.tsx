// @vitest-environment happy-dom
import type { Action } from '@parlance/contract/actions'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../testing/screen.tsx'
import type { GuidelinesConsent, GuidelinesDocument, GuidelinesRow } from './data/api.ts'
import { GuidelinesEditorPage } from './editor/GuidelinesEditorPage.tsx'
import { NewGuidelinesPage } from './editor/NewGuidelinesPage.tsx'
import { GuidelinesPage } from './GuidelinesPage.tsx'
import { NewTemplatePage } from './templates/NewTemplatePage.tsx'

const id = '019ab3c2-5f00-7000-8000-000000000001'
const one = `/guidelinesDocuments/${id}`
const shared = {
  guidelinesDocumentId: id,
  title: 'Acceptable use',
  requireConsent: true,
  currentVersion: { version: 2, effectiveAt: '2026-11-20T10:00:00.000Z' },
  upcomingVersion: null,
  hasUnpublishedChanges: false,
  updatedAt: '2026-11-20T10:00:00.000Z',
}
const row: GuidelinesRow = { ...shared, links: 2, sections: 1, accepted: 3 }
const document: GuidelinesDocument = {
  ...shared,
  links: [
    { gptSystemId: id, name: null },
    { brandKey: 'gone', name: null },
  ],
  sections: [
    { documentSectionId: id, heading: 'Rule', text: 'Be **kind**.', isInstruction: false, version: 1 },
  ],
  draftHash: 'h',
  version: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
}

function open(path: string, actions: Action[], more: Replies = {}) {
  const { calls } = fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted(...actions),
    '/guidelinesDocuments': () => json({ items: [row], continuationToken: null }),
    [one]: () => json(document, 200, { etag: '"1"' }),
    ...more,
  })
  show(
    <Routes>
      <Route path="/admin/guidelines" element={<GuidelinesPage />} />
      <Route path="/admin/guidelines/new" element={<NewGuidelinesPage />} />
      <Route path="/admin/guidelines/template/new" element={<NewTemplatePage />} />
      <Route path="/admin/guidelines/:guidelinesDocumentId/edit" element={<GuidelinesEditorPage />} />
    </Routes>,
    `/admin/guidelines${path}`,
  )
  return calls
}

it('a user who can only read guidelines can’t change anything, and sees the required permission', async () => {
  const calls = open('', ['GuidelinesDocumentsRead'])
  await until(() => void get('link', 'Acceptable use'))
  expect(all('link', 'New document')).toEqual([])
  await press('button', 'Actions for Acceptable use')
  await until(() => void get('menuitem', 'View'))
  expect(all('menuitem', /Delete/)).toEqual([])
  await press('menuitem', 'View')
  await untilShown(
    'To edit this document, you need the permission “Edit guidelines” (GuidelinesDocumentsWrite).',
  )
  expect(all<HTMLInputElement>('textbox').map(({ disabled }) => disabled)).toEqual([true, true])
  const changing = /Publish|Save|Add|Remove|Move|Who accepted/
  expect([...all('button', changing), ...all('link', 'Who accepted')]).toEqual([])
  await untilShown('Be kind.')
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('new documents and templates name the permission that they need', async () => {
  for (const path of ['/new', '/template/new']) {
    open(path, ['GuidelinesDocumentsRead'])
    await untilShown(/\(GuidelinesDocumentsCreate\)/)
    expect(all('textbox')).toEqual([])
  }
})

it('deleted agents and brands are named as such, and removed', async () => {
  const calls = open(`/${id}/edit`, ['GuidelinesDocumentsWrite'], {
    [`PUT ${one}`]: () => json({ ...document, links: [], version: 2 }),
  })
  await press('button', 'Remove Deleted agent')
  await press('button', 'Remove Deleted brand: gone')
  await press('button', 'Save draft')
  await untilShown('Acceptable use saved')
  const [saved] = calls.filter(({ method }) => method === 'PUT')
  expect(JSON.parse(saved!.body!)).toEqual({ title: 'Acceptable use', links: [], requireConsent: true })
  expect(saved!.headers['if-match']).toBe('"1"')
})

it('an error of the server keeps what was entered, and is at its field', async () => {
  const taken = () =>
    problem(409, 'guidelines.titleTaken', { errors: [{ field: 'title', message: 'Taken.' }] })
  open(`/${id}/edit`, ['GuidelinesDocumentsWrite'], { [`PUT ${one}`]: taken })
  await until(() => void get('textbox', 'Title'))
  type(get('textbox', 'Title'), 'Taken title')
  await press('button', 'Save draft')
  await untilShown('Another guidelines document has this title. Choose another title.')
  const field = get('textbox', 'Title')
  expect([textIn(field), field.getAttribute('aria-invalid')]).toEqual(['Taken title', 'true'])
})

it('nothing is published while nothing has changed', async () => {
  open(`/${id}/edit`, ['GuidelinesDocumentsWrite'])
  await until(() => void get('button', 'Publish…'))
  const publish = get('button', 'Publish…')
  expect([publish.getAttribute('aria-disabled'), publish.title]).toEqual([
    'true',
    'Nothing has changed since version 2.',
  ])
  await press('button', 'Publish…')
  expect(all('dialog')).toEqual([])
})

it.each([
  ['is published as it is shown', 'h', true],
  ['isn’t published unseen if someone else has changed it', 'another', false],
])('a draft %s', async (_, draftHash, isPublished) => {
  const effect = { version: 3, people: 4, acceptedBefore: 0, asked: 4, publicPages: 0 }
  open(`/${id}/edit`, ['GuidelinesDocumentsWrite'], {
    [one]: () => json({ ...document, hasUnpublishedChanges: true }, 200, { etag: '"1"' }),
    [`${one}/publishingEffect`]: () => json({ ...effect, draftHash }),
  })
  await until(() => void get('button', 'Publish…'))
  await press('button', 'Publish…')
  await untilShown('4 people will be asked to accept it.')
  expect(all('button', 'Publish version 3')).toHaveLength(isPublished ? 1 : 0)
  expect(window.document.body.textContent?.includes('Someone else has changed the draft.')).toBe(!isPublished)
})

it('the register names visitors and erased users, and says if no one was reminded', async () => {
  const consent = (kind: GuidelinesConsent['kind'], at: string): GuidelinesConsent => ({
    state: 'Accepted',
    person: null,
    kind,
    version: 2,
    at,
    contentHash: 'h',
  })
  open(
    `/${id}/edit?tab=consents`,
    ['GuidelinesDocumentsRead', 'GuidelinesConsentsRead', 'GuidelinesDocumentsWrite'],
    {
      [`${one}/consents`]: () =>
        json({
          items: [
            consent('Visitor', '2026-11-21T10:00:00.000Z'),
            consent('Erased', '2026-11-22T10:00:00.000Z'),
          ],
          continuationToken: null,
        }),
      [`POST ${one}/consents/reminders`]: () => json({ reminded: 0 }),
    },
  )
  await untilShown(/Visitor[\s\S]*Erased user/)
  await press('button', 'Send reminders')
  await until(() => void get('dialog', 'Send reminders?'))
  await press('button', 'Send reminders', get('dialog', 'Send reminders?'))
  await untilShown('No one was reminded.')
})
