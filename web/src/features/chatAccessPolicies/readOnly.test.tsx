// @vitest-environment happy-dom
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted } from '../../testing/fakeServer.ts'
import { all, get, press, show, until, untilShown } from '../../testing/screen.tsx'
import { NewPolicyPage } from './editor/NewPolicyPage.tsx'
import { PolicyEditorPage } from './editor/PolicyEditorPage.tsx'
import { PoliciesPage } from './PoliciesPage.tsx'

const chatAccessPolicyId = '019ab3c2-5f00-7000-8000-000000000001'
const shared = {
  chatAccessPolicyId,
  name: 'Read only',
  description: '',
  enabled: true,
  brandKey: null,
  limits: [],
  validFrom: null,
  validTo: null,
  version: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
}
const row = {
  ...shared,
  everyone: true,
  users: 0,
  groups: 0,
  publicEndpoints: 0,
  allGptSystems: true,
  gptSystems: 0,
}
const policy = { ...shared, subjects: [{ kind: 'EveryoneSignedIn' }], gptSystems: 'All' }

function open(path: string) {
  const { calls } = fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted('ChatAccessPoliciesRead'),
    '/chatAccessPolicies': () => json({ items: [row], continuationToken: null }),
    [`/chatAccessPolicies/${chatAccessPolicyId}`]: () => json(policy, 200, { etag: '"1"' }),
  })
  show(
    <Routes>
      <Route path="/admin/chatAccessPolicy" element={<PoliciesPage />} />
      <Route path="/admin/chatAccessPolicy/new" element={<NewPolicyPage />} />
      <Route path="/admin/chatAccessPolicy/:chatAccessPolicyId/edit" element={<PolicyEditorPage />} />
    </Routes>,
    `/admin/chatAccessPolicy${path}`,
  )
  return calls
}

it('a user who can only read policies can’t change anything, and sees the required permission', async () => {
  const calls = open('')
  await until(() => void get('switch', 'Turn Read only on or off'))
  const toggle = get<HTMLButtonElement>('switch', 'Turn Read only on or off')
  expect([toggle.disabled, toggle.title]).toEqual([true, expect.stringContaining('ChatAccessPoliciesWrite')])
  expect([all('link', 'New policy'), all('checkbox')]).toEqual([[], []])
  await press('button', 'Actions for Read only')
  await until(() => void get('menuitem', 'View'))
  expect(all('menuitem', /Delete|Duplicate/)).toEqual([])
  await press('menuitem', 'View')
  await untilShown(
    'To edit this policy, you need the permission “Edit chat access policies” (ChatAccessPoliciesWrite).',
  )
  expect(get<HTMLInputElement>('textbox', 'Name').disabled).toBe(true)
  const adding = [...document.querySelectorAll('[role=combobox], select')].map((one) => one.ariaLabel ?? '')
  expect(adding.filter((name) => name.startsWith('Add'))).toEqual([])
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('a user who can only read policies sees the permission for a new one', async () => {
  open('/new')
  await untilShown(/You need the permission\s+“Create chat access policies” \(ChatAccessPoliciesCreate\)/)
  expect(all('textbox')).toEqual([])
})
