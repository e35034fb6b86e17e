// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { fakeReplies, json, problem } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import type { SupervisionExport } from '../data/supervisionApi.ts'
import { SupervisionTab } from './SupervisionTab.tsx'

const at = '2026-11-20T10:00:00.000Z'
const webhook: SupervisionExport = {
  supervisionExportId: 's1',
  name: 'SIEM',
  target: { kind: 'Webhook', url: 'https://siem.example/a' },
  includesConversations: false,
  includesNames: false,
  enabled: true,
  state: 'UpToDate',
  lastSuccessAt: at,
  lastError: null,
  lastStatus: null,
  nextAttemptAt: at,
  streams: [{ stream: 'AuditLog', position: 1234, waiting: 0, oldestWaitingAt: null }],
  version: 3,
  createdAt: at,
  updatedAt: at,
}
const file: SupervisionExport = {
  ...webhook,
  supervisionExportId: 's2',
  name: 'Archive',
  target: { kind: 'File', fileName: 'archive' },
}
const paused: SupervisionExport = {
  ...webhook,
  state: 'Paused',
  lastError: 'Status',
  lastStatus: 401,
  nextAttemptAt: null,
  streams: [{ stream: 'AuditLog', position: 1234, waiting: 2, oldestWaitingAt: at }],
}
const path = '/instanceSettings/supervisionExports'
const list = (items: object[], more: object = {}) =>
  json({ items, folder: { freeBytes: 5e12 }, conversationsAreExported: false, ...more })

describe('supervision exports', () => {
  it('without any, say what they are for, and readers can’t add one', async () => {
    fakeReplies({ [path]: () => list([]) })
    show(<SupervisionTab readOnly />)
    await untilShown('No exports yet.')
    expect(all('button')).toEqual([])
  })

  it('that can’t be loaded are loaded again on request', async () => {
    let works = false
    fakeReplies({ [path]: () => (works ? list([webhook]) : problem(500, 'server.failed')) })
    show(<SupervisionTab readOnly={false} />)
    await until(() => void get('button', 'Try again'))
    works = true
    await press('button', 'Try again')
    await untilShown('https://siem.example/a')
  })

  it('say how far they are', async () => {
    fakeReplies({ [path]: () => list([webhook]) })
    show(<SupervisionTab readOnly />)
    await untilShown('Exported up to position 1,234.')
    await untilShown('Up to date')
  })

  it('a paused one says why in plain words, and is tried again', async () => {
    let items = [paused]
    const { calls } = fakeReplies({
      [`GET ${path}`]: () => list(items),
      [`POST ${path}/s1/tryAgain`]: () => {
        items = [webhook]
        return json(webhook)
      },
    })
    show(<SupervisionTab readOnly={false} />)
    await untilShown('The receiver answered with status 401. Check the receiver, then try again.')
    await untilShown('2 entries wait.')
    await press('button', 'Try again: SIEM')
    await untilShown('Up to date')
    expect(calls.some(({ method }) => method === 'POST')).toBe(true)
  })

  it('a new webhook is sent once all fields are valid', async () => {
    const { calls } = fakeReplies({
      [`GET ${path}`]: () => list([]),
      [`POST ${path}`]: () => json(webhook),
    })
    show(<SupervisionTab readOnly={false} />)
    await press('button', 'Add export')
    await press('button', 'Save export')
    await untilShown('Enter a name')
    await untilShown('Enter a URL that starts with https://')
    await untilShown('Use 16 to 200 letters')
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    type(get('textbox', 'Name'), ' SIEM ')
    type(get('textbox', 'URL'), 'https://siem.example/a')
    await press('button', 'Generate')
    const secret = textIn(get('textbox', 'Secret'))
    await act(async () => get('radio', 'New entries').click())
    await press('switch', 'Conversation metadata')
    await press('switch', 'Names of people')
    await press('button', 'Save export')
    await until(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
    expect(JSON.parse(calls.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      name: 'SIEM',
      target: { kind: 'Webhook', url: 'https://siem.example/a', secret },
      includesConversations: true,
      includesNames: true,
      start: 'Now',
      enabled: true,
    })
    await until(() => expect(all('dialog')).toEqual([]))
  })

  it('files need a name, and the operator’s folder', async () => {
    const message = 'Another export writes files with this name. Enter another one.'
    const { calls } = fakeReplies({
      [`GET ${path}`]: () => list([], { folder: null }),
      [`POST ${path}`]: () =>
        problem(409, 'supervisionExport.fileNameTaken', { errors: [{ field: 'target.fileName', message }] }),
    })
    show(<SupervisionTab readOnly={false} />)
    await press('button', 'Add export')
    await act(async () => get('radio', 'Files').click())
    await untilShown('the operator sets SUPERVISION_EXPORT_DIR')
    type(get('textbox', 'Name'), 'Archive')
    type(get('textbox', 'File name'), '../archive')
    await press('button', 'Save export')
    await untilShown('lowercase letters, digits, and hyphens')
    type(get('textbox', 'File name'), 'archive')
    await press('button', 'Save export')
    await until(() => expect(document.querySelector('[data-field="target.fileName"] .error')).not.toBeNull())
    expect(JSON.parse(calls.find(({ method }) => method === 'POST')?.body ?? '').target).toEqual({
      kind: 'File',
      fileName: 'archive',
    })
  })

  it('a changed one keeps its secret', async () => {
    const { calls } = fakeReplies({
      [`GET ${path}`]: () => list([webhook]),
      [`PUT ${path}/s1`]: () => json(webhook),
    })
    show(<SupervisionTab readOnly={false} />)
    await press('button', 'Edit SIEM')
    type(get('textbox', 'Name'), 'Night watch')
    await press('button', 'Save export')
    await until(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
    const put = calls.find(({ method }) => method === 'PUT')
    expect(put?.headers['if-match']).toBe('"3"')
    expect(JSON.parse(put?.body ?? '')).toEqual({
      name: 'Night watch',
      target: { kind: 'Webhook', url: 'https://siem.example/a' },
      includesConversations: false,
      includesNames: false,
      enabled: true,
    })
  })

  it('are exported again from a position that was exported', async () => {
    const { calls } = fakeReplies({
      [`GET ${path}`]: () => list([webhook]),
      [`POST ${path}/s1/sendAgain`]: () => json(webhook),
    })
    show(<SupervisionTab readOnly={false} />)
    await press('button', 'Export again: SIEM')
    await press('button', 'Export again')
    await untilShown('Enter a date and a time')
    await act(async () => get('radio', 'A position').click())
    type(get('textbox', 'Position'), '1235')
    await untilShown('Enter a number from 1 to 1,234')
    type(get('textbox', 'Position'), '1200')
    await press('button', 'Export again')
    await until(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
    expect(JSON.parse(calls.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      stream: 'AuditLog',
      from: { kind: 'Position', position: 1200 },
    })
  })

  it.each([
    [{ freeBytes: 5e8 }, 'The disk for exported files has only'],
    [{ freeBytes: null }, 'The folder for exported files can’t be read.'],
  ])('to files warn of a folder with %j', async (folder, text) => {
    fakeReplies({ [path]: () => list([file], { folder }) })
    show(<SupervisionTab readOnly />)
    await untilShown(text)
  })

  it('say that conversations need the mode Strict', async () => {
    const items = [{ ...webhook, includesConversations: true }]
    fakeReplies({ [path]: () => list(items) })
    show(<SupervisionTab readOnly />)
    await untilShown('only exported in the compliance mode')
  })
})
