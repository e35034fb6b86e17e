import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { createBrand } from '../../testing/brands.ts'
import { call } from '../../testing/client.ts'
import { changeSettings, readSettings, settingsPath } from '../../testing/instanceSettings.ts'

let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

const shownToAll = async (headers: Record<string, string> = {}) =>
  (await call<Record<string, unknown>>(app, '/api/internal/InstanceSettings', { headers })).body

interface Refusal {
  code: string
  errors: { field: string }[]
  current: { name: string; version: number }
}

// Each test builds on the previous one, starting with a new installation.
describe('the instance settings', { shuffle: false }, () => {
  test('are the product’s defaults until someone sets them', async () => {
    const { body } = await call(app, settingsPath, { token: admin })
    expect(body).toMatchObject({
      name: 'Parlance',
      organizationName: 'Halden Rail',
      entraIdSettings: { tenantId: app.config.directory.tenantId },
      embeddedDirectory: true,
      fixed: [],
      personalAgentLimit: 20,
      peopleSearch: 'SharedGroups',
      memoryAllowed: false,
      readsNeedApproval: false,
      dataExportsAllowed: true,
      selfErasureAllowed: false,
      defaultChatDeployment: null,
      helperDeployment: null,
      searchApiKey: null,
      languageModelProviderApiKeys: [],
    })
  })

  test('change the product name for everyone with the next request, including the pages and their version', async () => {
    const before = await shownToAll()
    const etag = (await fetch(`${app.origin}/api/internal/InstanceSettings`)).headers.get('etag') ?? ''
    const { status } = await changeSettings(app, { name: '  Railway desk ', organizationName: 'Halden' })
    expect(status).toBe(200)
    expect(await shownToAll()).toEqual({ ...before, name: 'Railway desk', organizationName: 'Halden' })
    const again = await fetch(`${app.origin}/api/internal/InstanceSettings`, {
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(200)
    const theme = await call(app, '/api/internal/brands/default/theme', {})
    expect(JSON.stringify(theme.body)).toContain('Railway desk')
  })

  test('a brand’s host name keeps its own name and reveals nothing about the others', async () => {
    const brandKey = `b-${randomUUID().slice(0, 8)}`
    await createBrand(app, { brandKey, name: 'Harbour', hostNames: [`${brandKey}.localhost`] })
    await changeSettings(app, { name: 'Railway desk', organizationName: 'Halden' })
    const shown = await app.platform.web.inject({
      url: '/api/internal/InstanceSettings',
      headers: { host: `${brandKey}.localhost:${new URL(app.origin).port}` },
    })
    expect(shown.json()).toMatchObject({ name: 'Harbour', organizationName: 'Harbour' })
    expect(shown.body).not.toMatch(/Railway|Halden/)
  })

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['organizationName', 'x'.repeat(201)],
    ['releaseNotesUrl', 'javascript:alert(1)'],
    ['errorReportingDsn', 'https://public:secret@errors.example/1'],
    ['personalAgentLimit', 1001],
    ['peopleSearch', 'Everybody'],
    ['defaultChatDeployment', { languageEngine: 'OpenAI', deploymentName: 'not-there' }],
    ['helperDeployment', { languageEngine: 'OpenAI', deploymentName: 'not-there' }],
  ])('[S44] rejects %s as %j at its field', async (field, value) => {
    const { version } = await readSettings(app)
    const refused = await changeSettings(app, { [field]: value })
    const { code, errors } = refused.body as unknown as Refusal
    expect([refused.status, code, errors[0]?.field]).toEqual([400, 'request.invalid', field])
    expect((await readSettings(app)).version).toBe(version)
  })

  test('of two administrators who save at once, one gets the version that the other has saved', async () => {
    const { input, version } = await readSettings(app)
    const save = (name: string) =>
      call<Refusal>(app, settingsPath, {
        token: admin,
        method: 'PUT',
        body: { ...input, name },
        headers: { 'if-match': `"${version}"` },
      })
    const answers = await Promise.all([save('First'), save('Second')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const stale = answers.find(({ status }) => status === 412)
    const { body } = await call<{ name: string }>(app, settingsPath, { token: admin })
    expect(stale?.body).toMatchObject({ code: 'request.stale', current: { name: body.name } })
    expect(stale?.body.current.version).toBe(version + 1)
  })

  test('record who changed what', async () => {
    await changeSettings(app, { name: 'Before' })
    await changeSettings(app, { name: 'After' })
    const [entry] = await app.platform.audit.entriesOf('InstanceSettings', 'instance', {
      before: null,
      limit: 1,
    })
    expect(entry).toMatchObject({
      verb: 'update',
      changes: [{ field: 'name', before: 'Before', after: 'After' }],
    })
  })

  test('limit the number of personal agents per user', async () => {
    await changeSettings(app, { personalAgentLimit: 0 })
    const refused = await call<Refusal>(app, '/api/internal/configStates', {
      token: await app.token('ben'),
      body: { gptSystemType: 'User' },
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'agent.tooMany'])
    await changeSettings(app, { personalAgentLimit: 1 })
    const begun = await call(app, '/api/internal/configStates', {
      token: await app.token('ben'),
      body: { gptSystemType: 'User' },
    })
    expect(begun.status).toBe(200)
  })
})

test('values set by the environment are shown as fixed and can’t be changed', async () => {
  const notes = 'https://notes.example/all'
  const other = await startTestApplication({ environment: { RELEASE_NOTES_URL: notes } })
  try {
    const { body } = await call(other, settingsPath, { token: await other.token('admin') })
    expect(body).toMatchObject({ fixed: ['releaseNotesUrl'], releaseNotesUrl: notes })
    const refused = await changeSettings(other, { releaseNotesUrl: 'https://elsewhere.example' })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'releaseNotesUrl', message: 'This is set in the server environment.' }],
    ])
    expect((await changeSettings(other, { name: 'Other' })).status).toBe(200)
  } finally {
    await other.remove()
  }
})

describe('tools', () => {
  interface Tool {
    tool: string
    state: string
    version: number
  }
  const tools = async () =>
    (await call<{ items: Tool[] }>(app, `${settingsPath}/tools`, { token: admin })).body.items
  const versionOf = async (tool: string) => (await tools()).find((one) => one.tool === tool)?.version
  const setAt = (version: number | undefined, tool: string, body: object) =>
    call<Tool>(app, `${settingsPath}/tools/${tool}`, {
      token: admin,
      method: 'PUT',
      body,
      headers: { 'if-match': `"${version}"` },
    })
  const set = async (tool: string, body: object) => setAt(await versionOf(tool), tool, body)

  test('are shown with their availability: file search and documents are available, the others are not', async () => {
    expect((await tools()).map(({ tool, state }) => [tool, state])).toEqual([
      ['FileSearch', 'Available'],
      ['CodeInterpreter', 'NotConfigured'],
      ['Vision', 'Available'],
      ['WebSearch', 'NotConfigured'],
      ['ImageGeneration', 'NotConfigured'],
      ['Documents', 'Available'],
    ])
  })

  test('[A54] a tool that is turned off is not available to any agent from the next request', async () => {
    const { body: list } = await call<{ items: { gptSystemId: string }[] }>(
      app,
      '/api/internal/currentUser/gptSystems',
      { token: admin },
    )
    const path = `/api/internal/gptSystems/${list.items[0]?.gptSystemId}/detailsForConversation`
    const shown = async () =>
      (await call<{ tools: Tool[] }>(app, path, { token: admin })).body.tools.map(({ state }) => state)
    expect(await shown()).toEqual(['Available'])
    expect((await set('FileSearch', { enabled: false, approved: false })).body.state).toBe('Off')
    expect(await shown()).toEqual(['NotConfigured'])
    expect((await set('FileSearch', { enabled: true, approved: true })).body.state).toBe('Available')
    expect(await shown()).toEqual(['Available'])
  })

  test('of two administrators who set one at once, one is refused', async () => {
    const body = { enabled: true, approved: true }
    const version = await versionOf('WebSearch')
    const answers = await Promise.all([1, 2].map(() => setAt(version, 'WebSearch', body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})
