// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, until } from '../../testing/screen.tsx'
import { Checklist } from './Checklist.tsx'

it('the checklist says if it failed to load, and can be reloaded', async () => {
  const replies: Replies = {
    '/currentUser/rolesWithResolvedActions': () => permitted('InstanceSettingsRead'),
    '/featureFlags': () => json({ items: [{ name: 'ShowInstanceSettingsPage', enabled: true }] }),
    '/instanceSettings/checklist': () => problem(500, 'server.failed'),
  }
  fakeReplies(replies)
  const { place } = show(<Checklist />)
  await until(() => void get('alert'))
  expect(place.querySelector('.checklist li')).toBeNull()
  replies['/instanceSettings/checklist'] = () =>
    json({ items: [{ item: 'Brand', state: 'Open', facts: null }] })
  await press('button', 'Try again')
  await until(() => expect(place.querySelectorAll('.checklist li')).toHaveLength(1))
  expect(all('alert')).toEqual([])
})
