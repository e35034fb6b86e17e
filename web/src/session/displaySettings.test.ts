import { beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
})
const load = () => import('./auth.ts')

it('[R-3-002] the execution details drawer is closed by default', async () => {
  const { auth } = await load()
  expect(auth.read().displaySettings.showChatExecutionDetailsDrawer).toBe(false)
})

it('[R-3-003] the drawer follows the latest segment by default', async () => {
  const { auth } = await load()
  expect(auth.read().displaySettings.useLatestChatSegmentForExecutionDetailsDrawer).toBe(true)
})

it('changes one display setting, notifies listeners, and keeps the other', async () => {
  const { auth, changeDisplaySetting } = await load()
  const told = vi.fn()
  auth.subscribe(told)
  changeDisplaySetting('showChatExecutionDetailsDrawer', true)
  changeDisplaySetting('showChatExecutionDetailsDrawer', true)
  expect(told).toHaveBeenCalledOnce()
  expect(auth.read().displaySettings).toEqual({
    showChatExecutionDetailsDrawer: true,
    useLatestChatSegmentForExecutionDetailsDrawer: true,
  })
})

it('stores no display settings: another page starts with the defaults', async () => {
  const { changeDisplaySetting, setAuth } = await load()
  changeDisplaySetting('showChatExecutionDetailsDrawer', true)
  setAuth({ n1aiToken: 'token' })
  vi.resetModules()
  const { auth } = await load()
  expect(auth.read().n1aiToken).toBe('token')
  expect(auth.read().displaySettings.showChatExecutionDetailsDrawer).toBe(false)
})
