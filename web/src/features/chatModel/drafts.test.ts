import { beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
const { setAuth } = await import('../../session/auth.ts')
const { keepDraft, readDraft } = await import('./drafts.ts')

const signedIn = (userName: string) => setAuth({ account: { name: userName, userName } })

beforeEach(() => sessionStorage.clear())

it('a draft belongs to its user: the next user in the same tab can’t read it, and its owner finds it again later', () => {
  signedIn('anna')
  keepDraft('new:g1', 'Anna’s secret')
  signedIn('ben')
  expect(readDraft('new:g1')).toBe('')
  keepDraft('new:g1', 'Ben’s')
  signedIn('anna')
  expect(readDraft('new:g1')).toBe('Anna’s secret')
})
