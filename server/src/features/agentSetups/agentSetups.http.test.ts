import { setTimeout as wait } from 'node:timers/promises'
import type { Action } from '@parlance/contract/actions'
import type { AgentSetup } from '@parlance/contract/agentSetups'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { listEntries } from '../../testing/auditLog.ts'
import { call, openStream, textOf } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { htmlPage, startWebsite, type Website } from '../../testing/website.ts'
import { createLibrary, find, listFiles, upload } from '../knowledge/testing/library.ts'

type Setup = z.output<typeof AgentSetup>
type Answer = Setup & { code?: string; errors?: { field: string; message: string }[] }

const path = '/api/internal/gptSystems/system/setups'
const creator: Action[] = ['GptSystemsCreate', 'DataSourcesCreate']

let app: TestApplication
let owner: string
let sites: Website[] = []

beforeAll(async () => {
  app = await startTestApplication({ environment: { EGRESS_ALLOW: '127.0.0.1' } })
  owner = (await person(app, { actions: [...creator, 'GptSystemsPublish'] })).token
})
afterAll(() => app?.remove())
afterEach(async () => {
  await Promise.all(sites.map((site) => site.close()))
  sites = []
})

async function website(pages: Website['pages']): Promise<Website> {
  const site = await startWebsite(pages)
  sites.push(site)
  return site
}

const railway = () =>
  website({
    '/robots.txt': 'User-agent: *\nDisallow: /staff',
    '/': htmlPage(
      'Halden Rail',
      `<h1>Halden Rail</h1><p>Trains between Halden and Oslo.</p><a href="/tickets">Tickets</a>
      <a href="/staff">Staff</a><a href="/gone">Gone</a><a href="https://elsewhere.example/">Elsewhere</a>`,
    ),
    '/tickets': htmlPage(
      'Tickets',
      `<h2>Can I return a ticket?</h2><p>You can return a ticket for a full refund within 14 days of purchase.</p>
      <h2>Luggage</h2><p>Two suitcases per person travel free of charge.</p>`,
    ),
    '/sitemap.xml': `<urlset><url><loc>ORIGIN/hours</loc></url></urlset>`,
    '/hours': htmlPage(
      'Opening hours',
      '<h2>When does the office open?</h2><p>The ticket office opens at 7.</p>',
    ),
  })

let names = 0
const inputFor = (url: string, more: Record<string, unknown> = {}) => ({
  source: { kind: 'Site', url },
  name: `Rail ${++names}`,
  description: 'Answers questions about Halden Rail.',
  introduction: 'Ask me about Halden Rail.',
  systemPrompt: 'Answer only from the pages.',
  language: 'en',
  slug: 'halden-rail',
  ...more,
})

const create = (input: Record<string, unknown>, token = owner, key?: string) =>
  call<Answer>(app, path, { token, body: input, headers: key ? { 'idempotency-key': key } : {} })
const get = async (setupId: string, token = owner) =>
  (await call<Answer>(app, `${path}/${setupId}`, { token })).body

async function ended(setupId: string, token = owner): Promise<Setup> {
  for (let tries = 0; tries < 600; tries += 1) {
    const setup = await get(setupId, token)
    if (setup.finishedAt !== null) return setup
    await wait(100)
  }
  throw new Error('The setup didn’t finish.')
}

const draftOf = async (setup: Setup, token = owner) =>
  (
    await call<{
      configuration: {
        introduction: string
        starterQuestions: string[]
        status: string
        dataSources: { dataSourceId: string }[]
        restrictAnswerToInformationReturnedByTools: boolean
      }
    }>(app, `/api/internal/gptSystems/configurationStates/${setup.configStateId}`, { token })
  ).body.configuration

describe('from a website', () => {
  test('an owner gets a library with its pages, a draft with starters that answers from them, and a page that is off', async () => {
    const site = await railway()
    site.pages['/sitemap.xml'] = `<urlset><url><loc>${site.origin}/hours</loc></url></urlset>`
    const begun = await create(inputFor(site.origin, { brandKey: 'halden' }))
    expect(begun.status).toBe(200)
    expect(begun.body).toMatchObject({ phase: 'Reading', source: 'Site', gptPublicEndpoint: 'halden-rail' })
    const setup = await ended(begun.body.setupId)

    expect(setup).toMatchObject({
      phase: 'Done',
      failure: null,
      pages: { found: 5, read: 3, skipped: 2 },
      skipped: [
        { url: `${site.origin}/staff`, problem: 'Robots', status: null },
        { url: `${site.origin}/gone`, problem: 'Status', status: 404 },
      ],
      files: 3,
      filesReady: 3,
      starters: 3,
    })
    expect(site.requested).not.toContain('/staff')
    expect(site.mostAtOnce()).toBe(1)
    const files = await listFiles(app, setup.dataSourceId)
    expect(files.map(({ name }) => name).sort()).toEqual([
      'Halden Rail.html',
      'Opening hours.html',
      'Tickets.html',
    ])
    expect(new Set(files.map(({ folder }) => folder))).toEqual(new Set([new URL(site.origin).host]))
    const { passages } = await find(app, [setup.dataSourceId], 'refund for a ticket')
    expect(passages[0]?.text).toContain('within 14 days')

    const draft = await draftOf(setup)
    expect(draft).toMatchObject({
      status: 'Draft',
      introduction: 'Ask me about Halden Rail.',
      restrictAnswerToInformationReturnedByTools: true,
      dataSources: [{ dataSourceId: setup.dataSourceId }],
    })
    expect([...draft.starterQuestions].sort()).toEqual([
      'Can I return a ticket?',
      'What should I know about “Luggage”?',
      'When does the office open?',
    ])

    const management = `/api/internal/gptSystems/system/management/${setup.gptSystemId}`
    const agent = await call<{ brandKey: string; publishedStateId: null }>(app, management, { token: owner })
    expect(agent.body).toMatchObject({ brandKey: 'halden', publishedStateId: null })
    const page = await call<{ publicEndpoint: object }>(app, `${management}/publicEndpoint`, { token: owner })
    expect(page.body.publicEndpoint).toMatchObject({
      enabled: false,
      contact: null,
      privacyUrl: null,
      language: 'en',
      allowedOrigins: [site.origin],
    })
  })

  test('the draft answers with a source in its test chat', async () => {
    const site = await railway()
    const { body } = await create(inputFor(site.origin, { deployment: null }))
    const setup = await ended(body.setupId)
    const tried = `/api/internal/gptSystems/configurationStates/${setup.configStateId}/conversations`
    const stream = await openStream(app, tried, {
      token: owner,
      body: { question: 'Within how many days can I return a ticket for a refund?' },
    })
    await stream.ended
    expect(textOf(stream.events)).toContain('within 14 days')
    expect(stream.raw()).toContain('Tickets.html')
  })

  test('everything that is created, and every page, is in the audit log in the owner’s name', async () => {
    const { token, userId } = await person(app, { actions: [...creator, 'GptSystemsPublish'] })
    const site = await railway()
    const { body } = await create(inputFor(site.origin), token)
    await ended(body.setupId, token)
    const entries = await listEntries(app, { userId, pageSize: '50' })
    const kinds = entries.map(({ area, verb }) => `${area}.${verb}`).sort()
    expect(kinds).toEqual([
      'configState.update',
      'dataSource.create',
      'file.add',
      'file.add',
      'gptSystem.create',
      'publicEndpoint.create',
    ])
  })

  test('a repeated call creates nothing, and a second one gets the next free names', async () => {
    const site = await railway()
    const input = inputFor(site.origin, { slug: 'free-name' })
    const key = 'the-same-intent'
    const [first, again] = [await create(input, owner, key), await create(input, owner, key)]
    expect(again.body.setupId).toBe(first.body.setupId)
    const second = await create(input)
    expect(second.body).toMatchObject({ libraryName: `${input.name} 2`, gptPublicEndpoint: 'free-name-2' })
    for (const { body } of [first, second]) await ended(body.setupId)
  })

  test('skipped pages are read again without storing the others twice, and edited starters stay', async () => {
    const site = await railway()
    const { body } = await create(inputFor(site.origin))
    const before = await ended(body.setupId)
    const starters = (await draftOf(before)).starterQuestions
    site.pages['/gone'] = htmlPage('Returned', '<h2>Is it here again?</h2><p>The page is here again.</p>')
    await call(app, `${path}/${body.setupId}/retry`, { token: owner, method: 'PUT' })
    const after = await ended(body.setupId)
    expect(after).toMatchObject({ phase: 'Done', pages: { read: 3, skipped: 1 }, files: 3 })
    const files = await listFiles(app, after.dataSourceId)
    expect(files.every(({ fileVersion }) => fileVersion === 1)).toBe(true)
    expect((await draftOf(after)).starterQuestions).toEqual(starters)
  })

  test('a site that can’t be read fails with its reason, and can be tried again', async () => {
    const site = await website({ '/': (response) => response.writeHead(500).end() })
    const { body } = await create(inputFor(site.origin))
    expect(await ended(body.setupId)).toMatchObject({ phase: 'Failed', failure: 'Status', files: 0 })
    site.pages['/'] = htmlPage('Back', '<p>The site is back.</p>')
    await call(app, `${path}/${body.setupId}/retry`, { token: owner, method: 'PUT' })
    expect(await ended(body.setupId)).toMatchObject({ phase: 'Done', failure: null, files: 1 })
  })

  test('[A62] [A64] an address inside the network is refused, and so is a redirect to another site', async () => {
    const other = await website({ '/': 'secret' })
    const site = await website({
      '/': htmlPage('Start', `<a href="/away">x</a><p>Text.</p>`),
      '/away': (response) => response.writeHead(302, { location: `${other.origin}/` }).end(),
    })
    const { body } = await create(inputFor(site.origin))
    expect((await ended(body.setupId)).skipped).toEqual([
      { url: `${site.origin}/away`, problem: 'OtherSite', status: null },
    ])
    expect(other.requested).toEqual([])
    const inside = await create(inputFor('http://10.0.0.1/'))
    expect(await ended(inside.body.setupId)).toMatchObject({ phase: 'Failed', failure: 'Refused' })
  })

  test('no more than 50 pages are read, and the others are counted', async () => {
    const links = Array.from({ length: 60 }, (_, n) => `<a href="/p${n}">${n}</a>`).join('')
    const pages: Website['pages'] = { '/': htmlPage('Many', `<p>Links.</p>${links}`) }
    for (let n = 0; n < 60; n += 1) pages[`/p${n}`] = htmlPage(`Page ${n}`, `<p>Page number ${n}.</p>`)
    const site = await website(pages)
    const { body } = await create(inputFor(site.origin))
    const setup = await ended(body.setupId)
    expect(setup).toMatchObject({ pages: { found: 50, read: 50, skipped: 0 }, beyondLimit: 11 })
    expect(site.requested.filter((one) => one.startsWith('/p'))).toHaveLength(49)
  })

  test('a setup that ended its process five times is given up, and can be tried again', async () => {
    const site = await railway()
    const { body } = await create(inputFor(site.origin))
    await ended(body.setupId)
    const db = app.platform.database.db
    await sql`update agent_setup set phase = 'Reading', finished_at = null, attempts = 5 where setup_id = ${body.setupId}`.execute(
      db,
    )
    const read = site.requested.length
    expect(await ended(body.setupId)).toMatchObject({ phase: 'Failed', failure: 'Internal' })
    expect(site.requested).toHaveLength(read)
    await call(app, `${path}/${body.setupId}/retry`, { token: owner, method: 'PUT' })
    expect(await ended(body.setupId)).toMatchObject({ phase: 'Done', failure: null })
  })

  test('reading goes on where it was interrupted', async () => {
    let held: (() => void) | null = null
    const site = await railway()
    site.pages['/gone'] = (response) => {
      held = () => response.writeHead(404).end()
    }
    const { body } = await create(inputFor(site.origin))
    for (let tries = 0; !held && tries < 100; tries += 1) await wait(50)
    expect((await get(body.setupId)).pages.read).toBe(2)
    // As after the kill of another process: its lease has ended, and it doesn't renew it.
    await sql`update agent_setup set lease_holder = gen_random_uuid(), lease_until = now() - interval '1 second'
      where setup_id = ${body.setupId}`.execute(app.platform.database.db)
    delete site.pages['/gone']
    ;(held as (() => void) | null)?.()
    expect(await ended(body.setupId)).toMatchObject({ phase: 'Done', pages: { read: 2, skipped: 2 } })
  })
})

describe('from files', () => {
  test('the setup continues once they are uploaded', async () => {
    const { body: begun } = await create({ ...inputFor(''), source: { kind: 'Files', files: 2 } })
    expect(begun).toMatchObject({ phase: 'Uploading', filesChosen: 2, url: null })
    await upload(
      app,
      begun.dataSourceId,
      'faq.md',
      '# Where is the platform?\n\nThe platform is behind the hall.',
    )
    await upload(app, begun.dataSourceId, 'more.md', '# Bicycles\n\nBicycles travel for free.')
    expect((await get(begun.setupId)).phase).toBe('Uploading')
    await call(app, `${path}/${begun.setupId}/uploaded`, { token: owner, method: 'PUT' })
    const setup = await ended(begun.setupId)
    expect(setup).toMatchObject({ phase: 'Done', files: 2, filesReady: 2, starters: 2 })
    expect((await draftOf(setup)).starterQuestions).toEqual([
      'Where is the platform?',
      'What should I know about “Bicycles”?',
    ])
  })
})

describe('permissions', () => {
  test('without permission to create libraries, nothing is created', async () => {
    const { token } = await person(app, { actions: ['GptSystemsCreate'] })
    const { status, body } = await create(inputFor('https://example.com'), token)
    expect([status, body.code, body.errors?.[0]?.message]).toEqual([
      403,
      'access.denied',
      'DataSourcesCreate',
    ])
  })

  test('without permission to publish, no public page is prepared', async () => {
    const { token } = await person(app, { actions: creator })
    const site = await railway()
    const { body } = await create(inputFor(site.origin), token)
    expect(body.gptPublicEndpoint).toBeNull()
    expect(await ended(body.setupId, token)).toMatchObject({ phase: 'Done', starters: 3 })
  })

  test('no one sees or continues another person’s setup', async () => {
    const { token } = await person(app, { actions: creator })
    const { body } = await create({ ...inputFor(''), source: { kind: 'Files', files: 0 } })
    const one = `${path}/${body.setupId}`
    const answers = await Promise.all([
      call(app, one, { token }),
      call(app, `${one}/uploaded`, { token, method: 'PUT' }),
      call(app, `${one}/retry`, { token, method: 'PUT' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await call<{ items: Setup[] }>(app, path, { token })).body.items).toEqual([])
    expect((await call<{ items: Setup[] }>(app, path, { token: owner })).body.items[0]?.setupId).toBe(
      body.setupId,
    )
  })

  test('someone who is disabled meanwhile adds no more pages', async () => {
    const { token, userId } = await person(app, { actions: creator })
    const site = await website({
      '/': async (response) => {
        await sql`update app_user set disabled = true where id = ${userId}`.execute(app.platform.database.db)
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Late.</p>')
      },
    })
    const { body } = await create(inputFor(site.origin), token)
    const failed = () =>
      sql<{ phase: string }>`select phase from agent_setup where setup_id = ${body.setupId}`.execute(
        app.platform.database.db,
      )
    for (let tries = 0; (await failed()).rows[0]?.phase !== 'Failed' && tries < 100; tries += 1)
      await wait(100)
    expect(await listFiles(app, body.dataSourceId)).toEqual([])
  })
})

describe('before anything is created', () => {
  const look = async (url: string) =>
    (
      await call<{ url: string; title: string; problem: string | null; code?: string }>(app, `${path}/look`, {
        token: owner,
        body: { url },
      })
    ).body

  test('the title of a page is read, or why it can’t be', async () => {
    const site = await railway()
    expect(await look(`${site.origin}/tickets`)).toMatchObject({ title: 'Tickets', problem: null })
    expect(await look(`${site.origin}/staff`)).toMatchObject({ title: '', problem: 'Robots' })
    expect(await look('http://169.254.169.254/latest')).toMatchObject({ title: '', problem: 'Refused' })
  })

  test.each(['ftp://example.com/', 'example', 'https://user:secret@example.com/'])(
    '%s is no address',
    async (url) => {
      expect((await look(url)).code).toBe('request.invalid')
    },
  )

  test('an unknown brand or deployment creates nothing', async () => {
    const taken = await createLibrary(app, `Before ${names}`)
    for (const wrong of [
      { brandKey: 'no-brand' },
      { deployment: { languageEngine: 'OpenAI', deploymentName: 'no-model' } },
    ]) {
      const input = inputFor('https://example.com/', wrong)
      const { body } = await create(input)
      expect(body.code).toBe('request.invalid')
      const libraries = await call<{ items: unknown[] }>(
        app,
        `/api/internal/dataSources?search=${input.name}`,
        {
          token: await app.token('admin'),
        },
      )
      expect(libraries.body.items).toEqual([])
    }
    expect(taken).not.toBe('')
  })
})
