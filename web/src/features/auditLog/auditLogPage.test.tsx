// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, until, untilShown } from '../../testing/screen.tsx'
import { AuditLogPage } from './AuditLogPage.tsx'

const entry = (seq: number) => ({
  auditEntryId: `01a1ff1d-f2d4-76a9-bd85-6b43c483500${seq}`,
  seq,
  at: new Date().toISOString(),
  actor: { userId: null, name: 'Ada Moreau', kind: 'User' },
  area: 'brand',
  verb: 'update',
  entityType: 'Brand',
  entityId: 'vela',
  entityName: `Brand ${seq}`,
  outcome: 'Done',
  effect: 'Changed',
  turned: null,
})
const rows = () => [...document.querySelectorAll('.audit-object')].map(({ textContent }) => textContent)
const brandsOf = (seqs: number[]) => seqs.map((seq) => `Brand ${seq}`)
const failing = () => problem(500, 'server.failed')

function choose(label: string, text: string) {
  const field = [...document.querySelectorAll('select')].find(
    (one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent) === label,
  )!
  const option = [...field.options].find((one) => one.textContent === text)!
  act(() => {
    field.value = option.value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

it('the log shows more, and a page that failed to load again', async () => {
  const replies: Replies = {}
  const pages: Record<string, number[]> = { first: [6, 5], next: [4, 3], last: [2] }
  const after: Record<string, string | null> = { first: 'next', next: 'last', last: null }
  const answer: Replies[string] = ({ path }) => {
    const token = new URL(path, 'http://localhost').searchParams.get('continuationToken') ?? 'first'
    return json({ items: pages[token]!.map(entry), continuationToken: after[token] })
  }
  replies['/configurationAuditLogs'] = answer
  fakeReplies(replies)
  show(<AuditLogPage />, '/admin/audit')
  await until(() => expect(rows()).toEqual(brandsOf([6, 5])))
  await press('button', 'Show more')
  await until(() => expect(rows()).toEqual(brandsOf([6, 5, 4, 3])))

  replies['/configurationAuditLogs'] = failing
  await press('button', 'Show more')
  await untilShown('Request ID: r-1')
  expect(rows()).toEqual(brandsOf([6, 5, 4, 3]))
  expect(all('button', 'Show more')).toEqual([])
  replies['/configurationAuditLogs'] = answer
  await press('button', 'Try again')
  await until(() => expect(rows()).toEqual(brandsOf([6, 5, 4, 3, 2])))
  expect(all('alert')).toEqual([])

  replies['/configurationAuditLogs'] = failing
  choose('Type', 'Brands')
  await untilShown('Request ID: r-1')
  expect(rows()).toEqual([])
  replies['/configurationAuditLogs'] = answer
  await press('button', 'Try again')
  await until(() => expect(rows()).toEqual(brandsOf([6, 5])))
})

it('feature flags and tools have the names of the settings', async () => {
  const named = (seq: number, area: string, name: string) => ({
    ...entry(seq),
    area,
    entityType: 'FeatureFlag',
    entityId: name,
    entityName: name,
  })
  const items = [
    named(3, 'featureFlag', 'AllowUserCreatedGptSystems'),
    named(2, 'tool', 'WebSearch'),
    named(1, 'featureFlag', 'OfAnotherVersion'),
  ]
  fakeReplies({ '/configurationAuditLogs': () => json({ items, continuationToken: null }) })
  show(<AuditLogPage />, '/admin/audit')
  await until(() => expect(rows()).toEqual(['Personal agents', 'Web search', 'OfAnotherVersion']))
})

it('a log that was cut off is reported with the first missing entry', async () => {
  const { calls } = fakeReplies({
    '/configurationAuditLogs/verify': () =>
      json({ checked: 6, firstBroken: 7, error: 'CutOff', notedOutside: 9 }),
  })
  show(<AuditLogPage />, '/admin/audit')
  await press('button', 'Verify log')
  await until(() =>
    expect(get('alert').textContent).toBe(
      'Verification failed. Entry 7 and all later entries are missing from the log.',
    ),
  )
  expect(calls.filter(({ path }) => path.endsWith('/verify'))).toHaveLength(1)
  await press('button', 'Close')
  expect(all('alert')).toEqual([])
})
