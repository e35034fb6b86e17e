// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import { ComplianceTab } from './ComplianceTab.tsx'

const stored = {
  mode: 'Standard',
  retentionDays: 365,
  deletedRetentionDays: 30,
  redactsForProviders: false,
  version: 4,
  updatedAt: '2026-11-20T10:00:00.000Z',
}
const evidence = {
  format: 1,
  instanceName: 'Halden Chat',
  origin: 'https://chat.example.org',
  productVersion: '2.2509.3736',
  checkedAt: '2026-11-20T10:00:00.000Z',
  mode: 'Standard',
  retentionDays: 365,
  deletedRetentionDays: 30,
  redactsForProviders: false,
  publicKey: 'a-key',
  signature: 'a-signature',
  items: [
    {
      item: 'retention',
      state: 'Failed',
      shownBy: '',
      values: { overdue: 3, oldestActivityAt: null, deletedIn30Days: 12 },
    },
    { item: 'backups', state: 'Attention', shownBy: '', values: { lastBackupAt: null, ageDays: null } },
    { item: 'auditLog', state: 'Failed', shownBy: '', values: { error: true } },
  ],
}
const mode = '/instanceSettings/complianceMode'
const replies = (given: Replies) =>
  fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted('InstanceSettingsWrite'),
    [mode]: () => json(stored),
    [`${mode}/evidence`]: () => json(evidence),
    ...given,
  })
const text = () => document.body.textContent
const days = () => get('textbox', 'Delete conversations without activity after (days)')

describe('the compliance tab', () => {
  it('words each item of the evidence, also one that couldn’t be checked', async () => {
    replies({})
    show(<ComplianceTab open readOnly />)
    await untilShown('3 conversations are overdue.')
    expect(text()).toContain('In the last 30 days, 12 conversations were deleted because of their age.')
    expect(text()).toContain('No backup was made yet.')
    expect(text()).toContain('This couldn’t be checked.')
    expect(text()).toContain('Conversations without activity are deleted after 365 days.')
    expect(all('button').map((one) => one.textContent)).not.toContain('Review and save')
  })

  it('shows the settings although the evidence fails, and checks again on request', async () => {
    let works = false
    replies({ [`${mode}/evidence`]: () => (works ? json(evidence) : problem(500, 'server.failed')) })
    show(<ComplianceTab open readOnly={false} />)
    await until(() => void get('button', 'Try again'))
    expect(text()).toContain('Delete conversations without activity after (days)')
    works = true
    await press('button', 'Try again')
    await untilShown('No backup was made yet.')
  })

  it('leads to the field with an error', async () => {
    replies({})
    show(<ComplianceTab open readOnly={false} />)
    await until(() => expect(textIn(days())).toBe('365'))
    type(days(), '0')
    await press('button', 'Review and save')
    await untilShown('Enter a number between 1 and 3,650')
    await until(() => expect(document.activeElement).toBe(days()))
  })

  it('keeps what was typed if someone else changed the settings, and says what is saved now', async () => {
    let now = stored
    const preview = { expired: 0, unrestorable: 0, held: 0, mostCounted: 1000, oldestActivityAt: null }
    replies({
      [mode]: ({ method }) => (method === 'PUT' ? problem(412, 'request.stale') : json(now)),
      [`${mode}/preview`]: () => json({ ...preview, deployments: [], tools: [] }),
    })
    show(<ComplianceTab open readOnly={false} />)
    await until(() => expect(textIn(days())).toBe('365'))
    type(days(), '90')
    await press('button', 'Review and save')
    await untilShown('Nothing is deleted')
    now = { ...stored, version: 5, retentionDays: 200, redactsForProviders: true }
    await press('button', 'Save settings')
    await untilShown('Someone else changed these settings.')
    expect(text()).toContain('Conversations without activity are deleted after 200 days.')
    expect(text()).toContain('Model providers get placeholders.')
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(textIn(days())).toBe('90')
    await press('button', 'Discard changes')
    expect(textIn(days())).toBe('200')
    expect(text()).not.toContain('Someone else changed these settings.')
  })
})
