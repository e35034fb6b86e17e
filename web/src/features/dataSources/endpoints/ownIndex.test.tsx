// @vitest-environment happy-dom
import { type ErrorCode, errors } from '@parlance/contract/errors'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../../testing/fakeServer.ts'
import { get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import type { Probe, Source } from '../data/sourcesApi.ts'
import { endpointsTexts } from './lang/en.ts'
import { SourcePage } from './SourcePage.tsx'

const at = '2026-01-01T00:00:00.000Z'
const endpoints = {
  blobContainerUrl: 's3://files?region=eu-central-1',
  blobContainerCredential: { lastFour: 'cret' },
  embeddingEndpoint: null,
  embeddingDeployment: null,
  embeddingCredential: null,
  indexEndpoint: 'postgres://parlance@db.example.com:5432/search',
  indexName: 'library',
  indexCredential: { lastFour: 'word' },
  isConfirmed: true,
  probes: [] as Probe[],
}
const source = {
  dataSourceId: '1',
  name: 'Archive',
  description: '',
  endpointsType: 'explicit',
  files: 1,
  mayWrite: true,
  version: 3,
  endpoints,
} as Source

const path = '/dataSources/uploadedFiles/explicit/1'
function open(changed: Partial<Source> = {}, replies: Replies = {}) {
  const server = fakeReplies({ [path]: () => json({ ...source, ...changed }), ...replies })
  show(
    <Routes>
      <Route
        path="/admin/datasource/:dataSourceType/:endpointsType/:dataSourceId/edit"
        element={<SourcePage />}
      />
    </Routes>,
    '/admin/datasource/UploadedFiles/explicit/1/edit',
  )
  return server
}
const field = (name: string) => get<HTMLInputElement>('textbox', name)
const readOnly = () => ['Database URL', 'Index name', 'Database password'].map((name) => field(name).readOnly)
const { notConfirmed, indexNotConfirmed, indexFixed } = endpointsTexts.english

it('the index stays the same while the library has files, and its password can be changed', async () => {
  const { calls } = open({}, { [`PUT ${path}`]: () => json({ ...source, version: 4 }) })
  await untilShown(indexFixed)
  expect(readOnly()).toEqual([true, true, false])
  expect([
    textIn(field('Database URL')),
    textIn(field('Index name')),
    textIn(field('Database password')),
  ]).toEqual([endpoints.indexEndpoint, 'library', ''])
  await untilShown('The stored password ends in word.')
  type(field('Database password'), 'another password')
  await press('button', 'Save library')
  await untilShown('Archive saved')
  const put = calls.find(({ method }) => method === 'PUT')
  expect(JSON.parse(put!.body!).endpoints).toMatchObject({
    indexEndpoint: endpoints.indexEndpoint,
    indexName: 'library',
    indexCredential: 'another password',
  })
})

it('a library with files and no index of its own gets none', async () => {
  open({ endpoints: { ...endpoints, indexEndpoint: null, indexName: null, indexCredential: null } })
  await untilShown(indexFixed)
  expect(readOnly()).toEqual([true, true, true])
})

it('the index of an empty library can be changed', async () => {
  open({ files: 0 })
  await untilShown('Archive')
  expect(readOnly()).toEqual([false, false, false])
  expect(document.body.textContent).not.toContain(indexFixed)
})

it('a restored library needs another index, if it has its own', async () => {
  const message = errors['index.notOurs'][1]
  const fields = [{ field: 'endpoints.indexName', message }]
  open(
    { endpoints: { ...endpoints, isConfirmed: false } },
    { [`PUT ${path}`]: () => problem(409, 'index.notOurs', { errors: fields }) },
  )
  await untilShown(`${notConfirmed} ${indexNotConfirmed}`)
  expect(readOnly()).toEqual([false, false, false])
  type(field('Index name'), 'theirs')
  await press('button', 'Save library')
  await until(() => expect(document.querySelector('[data-field=indexName]')!.textContent).toContain(message))
})

it('a restored library without an index of its own isn’t asked for another', async () => {
  open({ endpoints: { ...endpoints, indexEndpoint: null, indexName: null, isConfirmed: false } })
  await untilShown(notConfirmed)
  expect(document.body.textContent).not.toContain(indexNotConfirmed)
})

it('someone who can’t change the library can’t change its index', async () => {
  open({ files: 0, mayWrite: false })
  await untilShown('Archive')
  expect(readOnly()).toEqual([true, true, true])
})

it.each<[ErrorCode | null, string]>([
  [null, 'Works'],
  ['index.unreachable', errors['index.unreachable'][1]],
  ['index.refused', errors['index.refused'][1]],
  ['index.noRights', errors['index.noRights'][1]],
  ['index.notOurs', errors['index.notOurs'][1]],
])('a test of the index with the result %s says so', async (reason, text) => {
  const probe = (endpoint: Probe['endpoint'], code: ErrorCode | null): Probe => ({
    endpoint,
    reachable: code === null,
    reason: code,
    dimensions: null,
    at,
  })
  const { calls } = open(
    {},
    {
      'POST /dataSources/uploadedFiles/explicit/probe': () =>
        json({ probes: [probe('BlobContainer', null), probe('Index', reason)] }),
    },
  )
  await press('button', 'Test endpoints')
  await untilShown(`Container: WorksIndex database: ${text}`)
  const tested = calls.find(({ method }) => method === 'POST')
  expect(JSON.parse(tested!.body!)).toMatchObject({
    dataSourceId: '1',
    endpoints: { indexEndpoint: endpoints.indexEndpoint, indexName: 'library' },
  })
})
