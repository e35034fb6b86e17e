// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { show, until } from '../../testing/screen.tsx'
import { CodeNote } from './CodeNote.tsx'

type Props = Parameters<typeof CodeNote>[0]

function shown(state: Props['state'], missing: string[]) {
  fakeReplies({ '/currentUser/rolesWithResolvedActions': () => json({ roles: [], specific: [] }) })
  return show(<CodeNote tool="CodeInterpreter" state={state} missing={missing} />)
}

it.each<[state: Props['state'], missing: string[], text: string]>([
  ['Reduced', ['numpy', 'pandas'], 'numpy, pandas'],
  ['Off', [], 'turned off on this instance'],
  ['NotApproved', [], 'isn’t approved'],
  ['NotConfigured', ['namespaces'], 'can’t isolate it'],
  ['NotConfigured', ['redaction'], 'redacted for providers'],
  ['NotConfigured', ['bubblewrap'], 'lacks what the code interpreter needs'],
])('says why an agent runs no code, or what code lacks: %s %j', async (state, missing, text) => {
  shown(state, missing)
  await until(() => expect(document.body.textContent).toContain(text))
})

it('says nothing if the code interpreter is available', () => {
  shown('Available', [])
  expect(document.querySelector('[role=status]')).toBeNull()
})
