// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../../testing/fakeServer.ts'
import { all, get, hover, show, until, untilShown } from '../../../testing/screen.tsx'
import { AboutPanel } from './AboutPanel.tsx'

const tooltip = () => document.querySelector('[role=tooltip]')?.textContent
const facts = () =>
  [...document.querySelectorAll('[role=tooltip] dl > div')].map((fact) =>
    [...fact.children].map(({ textContent }) => textContent),
  )

/** Opens the panel on a server of this build. */
async function open(about: Record<string, string | null>) {
  const { calls } = fakeReplies({ '/about': () => json(about) })
  show(<AboutPanel />)
  await untilShown('Version 2.2509.3736')
  await until(() => expect(calls.map(({ path }) => path)).toContain('/api/internal/about'))
}
const none = { buildId: null, commitHash: null, timestamp: null }

it('[R-2-139] hovering over the version shows the known build information', async () => {
  await open({
    version: '2.2509.3736',
    buildId: 'build-7',
    commitHash: 'c0ffee',
    timestamp: '2026-11-21T12:00:00.000Z',
  })
  expect(tooltip()).toBeUndefined()
  hover(get('button', 'Version 2.2509.3736'))
  await until(() =>
    expect(facts()).toEqual([
      ['Version', '2.2509.3736'],
      ['Build ID', 'build-7'],
      ['Commit hash', 'c0ffee'],
      ['Timestamp', expect.stringMatching(/^Nov 21, 2026/)],
    ]),
  )
  expect(all('button', /^Version mismatch/)).toEqual([])
})

it('[R-2-140] missing build information shows N/A', async () => {
  await open({ version: '', ...none })
  hover(get('button', 'Version 2.2509.3736'))
  await until(() =>
    expect(facts()).toEqual([
      ['Version', 'N/A'],
      ['Build ID', 'N/A'],
      ['Commit hash', 'N/A'],
      ['Timestamp', 'N/A'],
    ]),
  )
})

it('[R-2-141] [R-2-142] warns about a server with another version', async () => {
  await open({ version: '2.2510.1', ...none })
  await until(() => void get('button', /^Version mismatch/))
  hover(get('button', /^Version mismatch/))
  await until(() => expect(tooltip()).toBe('Version mismatch - client: 2.2509.3736, api: 2.2510.1'))
})
