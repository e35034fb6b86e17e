import type { Answer, Input } from '@parlance/contract/endpoint'
import { errors } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import type { uploadedFileSources } from '@parlance/contract/uploadedFileSources'
import { v7 as uuid } from 'uuid'
import { readContainer } from '../../../config/containerPlace.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { hostAndPort } from '../../../platform/egress/egress.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import { nameKey } from '../../../platform/language/nameKey.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lastFourOf } from '../../instanceSettings/index.ts'
import { REINDEXING } from '../managing/files.ts'
import { type IndexPlace, isEncrypted, nameErrorOf, urlErrorOf } from '../ownIndexes/place.ts'
import { changeableBy, mayChange, visibleTo } from '../policy.ts'
import { insertLibrary, nameError, recordedLibrary } from '../service.ts'
import * as libraries from '../store.ts'
import { type Credentials, containerOrigin, prefixOf } from './credentials.ts'
import { engineOf, type OpenedEndpoints, type OwnDeployment, type ProbeResult, probe } from './probing.ts'
import * as store from './store.ts'

type Sources = typeof uploadedFileSources
type Given = Input<Sources['probeEndpoints']>['endpoints']
type EndpointsType = 'default' | 'explicit'

type StoredEndpoints = Omit<store.EndpointsRow, 'number' | 'passages' | 'isConfirmed'>

/** Endpoints as they were entered, complete, with the stored keys where none was entered. */
interface Whole {
  blobContainerUrl: string
  blobContainerCredential: string
  embeddingCredential: string | null
  indexCredential: string | null
  opened: OpenedEndpoints
}

/** File libraries with where their files and vectors are. */
export function createSources(platform: Platform, credentials: Credentials, changed: () => void) {
  const { database, egress, config, jobs, clock } = platform
  const pages = createContinuation<{ nameKey: string }>(config.secretKey, 'uploadedFileSources')

  async function shown(actor: Actor, rows: libraries.LibraryRow[]): Promise<Answer<Sources['getSource']>[]> {
    const found = await store.readEndpoints(
      database.db,
      rows.map(({ dataSourceId }) => dataSourceId),
    )
    return rows.map((row) => {
      const endpoints = found.get(row.dataSourceId)
      return {
        ...row,
        mayWrite: mayChange(actor, row.dataSourceId),
        endpoints: endpoints ? shownEndpoints(endpoints) : null,
      }
    })
  }

  async function listSources(actor: Actor, type: EndpointsType, input: Input<Sources['listSources']>) {
    const { pageSize = limits.pageSize, continuationToken } = input
    const after = pages.read(continuationToken)?.nameKey ?? null
    const rows = await libraries.listLibraries(database.db, visibleTo(actor), {
      search: '',
      endpointsType: type,
      after,
      limit: pageSize + 1,
    })
    const items = await shown(actor, rows.slice(0, pageSize))
    const last = items.at(-1)
    return {
      items,
      continuationToken: rows.length > pageSize && last ? pages.write({ nameKey: nameKey(last.name) }) : null,
    }
  }

  async function getSource(actor: Actor, type: EndpointsType, dataSourceId: string) {
    const found = await libraries.findLibrary(database.db, visibleTo(actor), dataSourceId)
    if (found?.endpointsType !== type) throw new AppError('dataSource.notFound')
    return (await shown(actor, [found]))[0]!
  }

  async function createSource(call: Call<Sources['createSource']>) {
    const { name, description = '', endpoints: given } = call.input
    const isExplicit = call.params.endpointsType === 'explicit'
    if (isExplicit !== (given !== undefined)) throw invalid('endpoints', endpointsMessage(isExplicit))
    const dataSourceId = uuid()
    const row = given ? await tested(dataSourceId, given, null) : null
    try {
      const source = await call.change(async (tx, record) => {
        const recorded = row ? { endpoints: recordedEndpoints(row) } : {}
        const library = { dataSourceId, name, description, recorded }
        const created = await insertLibrary(tx, call.actor, record, library)
        if (row) await store.putEndpoints(tx, row)
        const endpointsType: EndpointsType = row ? 'explicit' : 'default'
        return { ...created, endpointsType, mayWrite: true, endpoints: row && shownEndpoints(row) }
      })
      changed()
      return source
    } catch (error) {
      throw nameError(error)
    }
  }

  async function updateSource(call: Call<Sources['updateSource']>) {
    const { dataSourceId, endpointsType } = call.params
    const { name, description, endpoints: given } = call.input
    if (given && endpointsType === 'default') throw invalid('endpoints', endpointsMessage(false))
    // Tried before the transaction, because that takes seconds.
    const visible = changeableBy(call.actor)
    const found = await libraries.findLibrary(database.db, visible, dataSourceId)
    if (found?.endpointsType !== endpointsType) throw new AppError('dataSource.notFound')
    const stored = (await store.readEndpoints(database.db, [dataSourceId])).get(dataSourceId) ?? null
    const row = given ? await tested(dataSourceId, given, stored) : null
    const isOtherIndex = row !== null && stored !== null && needsIndexing(stored, row)
    // Before the change, because nothing would repeat it after a crash. The files wait until the endpoints are confirmed.
    if (isOtherIndex && !stored.isConfirmed && !isMovedHere(stored, row))
      await jobs.send(REINDEXING, { dataSourceId, before: clock.now().toISOString() })
    try {
      const source = await call.change(async (tx, record) => {
        const before = await libraries.findLibraryLocked(tx, visible, dataSourceId)
        if (!before) throw new AppError('dataSource.notFound')
        if (before.version !== call.ifMatch) {
          const endpoints = stored && shownEndpoints(stored)
          throw new AppError('request.stale', { current: { ...before, mayWrite: true, endpoints } })
        }
        const hasFiles = row !== null && (await store.hasFiles(tx, dataSourceId))
        if (hasFiles && row.blobContainerUrl !== stored?.blobContainerUrl)
          throw new AppError('dataSource.hasFiles')
        if (hasFiles && isOtherIndex && (stored.isConfirmed || isMovedHere(stored, row)))
          throw new AppError('dataSource.hasPassages')
        const after = await libraries.updateLibrary(tx, dataSourceId, {
          ...before,
          name: name ?? before.name,
          description: description ?? before.description,
        })
        if (row) await store.putEndpoints(tx, row)
        record({
          entityType: 'DataSource',
          entityId: dataSourceId,
          entityName: after.name,
          before: { ...recordedLibrary(before), ...(stored ? { endpoints: recordedEndpoints(stored) } : {}) },
          after: {
            ...recordedLibrary(after),
            ...(stored ? { endpoints: recordedEndpoints(row ?? stored) } : {}),
          },
        })
        const endpoints = row ?? stored
        return { ...after, mayWrite: true, endpoints: endpoints && shownEndpoints(endpoints) }
      })
      changed()
      return source
    } catch (error) {
      throw nameError(error)
    }
  }

  async function probeEndpoints(actor: Actor, { dataSourceId, endpoints }: Input<Sources['probeEndpoints']>) {
    let stored: store.EndpointsRow | null = null
    if (dataSourceId !== undefined) {
      const found = await libraries.findLibrary(database.db, changeableBy(actor), dataSourceId)
      if (!found) throw new AppError('dataSource.notFound')
      stored = (await store.readEndpoints(database.db, [dataSourceId])).get(dataSourceId) ?? null
    }
    const { opened } = whole(dataSourceId ?? uuid(), endpoints, stored)
    return { probes: await probe(platform, opened) }
  }

  /** Returns the endpoints as they are stored, after each was reached. Throws the error of one that wasn't. */
  async function tested(
    dataSourceId: string,
    given: Given,
    stored: store.EndpointsRow | null,
  ): Promise<StoredEndpoints> {
    const { opened, ...entered } = whole(dataSourceId, given, stored)
    const probes = await probe(platform, opened)
    const failed = probes.find(({ reachable }) => !reachable)
    if (failed) throw failureOf(failed)
    const { embedding, index } = opened
    const seal = (origin: string, credential: string) =>
      credentials.seal({ dataSourceId, origin }, credential)
    const { blobContainerUrl, blobContainerCredential, embeddingCredential, indexCredential } = entered
    return {
      dataSourceId,
      blobContainerUrl,
      blobContainerCredential: seal(containerOrigin(blobContainerUrl), blobContainerCredential),
      blobContainerLastFour: lastFourOf(blobContainerCredential),
      embeddingEndpoint: embedding?.endpoint ?? null,
      embeddingDeployment: embedding?.deploymentName ?? null,
      embeddingCredential:
        embedding && embeddingCredential !== null
          ? seal(new URL(embedding.endpoint).origin, embeddingCredential)
          : null,
      embeddingLastFour: embedding && embeddingCredential !== null ? lastFourOf(embeddingCredential) : null,
      indexEndpoint: index?.url ?? null,
      indexName: index?.name ?? null,
      indexCredential:
        index && indexCredential !== null ? seal(hostAndPort(index.url), indexCredential) : null,
      indexLastFour: index && indexCredential !== null ? lastFourOf(indexCredential) : null,
      probes,
    }
  }

  /** Completes what was entered. A stored key is used only for the host that it was entered for. */
  function whole(dataSourceId: string, given: Given, stored: store.EndpointsRow | null): Whole {
    const before = stored && credentials.open(stored)
    const { blobContainerUrl } = given
    const wrong = containerErrorOf(blobContainerUrl)
    if (wrong) throw invalid('endpoints.blobContainerUrl', wrong)
    const sameHost =
      stored !== null && containerOrigin(stored.blobContainerUrl) === containerOrigin(blobContainerUrl)
    const blobContainerCredential =
      given.blobContainerCredential ?? (sameHost ? credentials.openContainerKey(stored) : null)
    if (blobContainerCredential === null) throw invalid('endpoints.blobContainerCredential', 'Enter the key.')
    const place = readContainer(blobContainerUrl, blobContainerCredential)
    if (!('kind' in place)) {
      const field = place.field === 'url' ? 'blobContainerUrl' : 'blobContainerCredential'
      throw invalid(`endpoints.${field}`, `The value ${place.message}.`)
    }
    requireSecure('endpoints.blobContainerUrl', place.origin)
    const container = { place, prefix: prefixOf(dataSourceId) }
    const index = indexOf(given, stored)
    const embedding = embeddingOf(given, before?.embedding ?? null)
    return {
      blobContainerUrl,
      blobContainerCredential,
      embeddingCredential: embedding?.apiKey ?? null,
      indexCredential: index?.password ?? null,
      opened: { container, embedding, index },
    }
  }

  function embeddingOf(given: Given, known: OwnDeployment | null): OwnDeployment | null {
    const endpoint = given.embeddingEndpoint ?? ''
    const deploymentName = given.embeddingDeployment ?? ''
    if (endpoint === '' && deploymentName === '') return null
    if (!isPlainUrl(endpoint)) throw invalid('endpoints.embeddingEndpoint', 'Enter an https URL.')
    if (deploymentName === '')
      throw invalid('endpoints.embeddingDeployment', 'Enter the name of the deployment.')
    requireSecure('endpoints.embeddingEndpoint', endpoint)
    const isKnownHost = known && new URL(known.endpoint).origin === new URL(endpoint).origin
    const apiKey = (given.embeddingCredential ?? (isKnownHost ? known.apiKey : null)) || null
    return { languageEngine: engineOf(endpoint), deploymentName, endpoint, apiKey }
  }

  function indexOf(given: Given, stored: store.EndpointsRow | null): IndexPlace | null {
    const url = given.indexEndpoint ?? ''
    const name = given.indexName ?? ''
    if (url === '' && name === '') return null
    const wrong = urlErrorOf(url)
    if (wrong) throw invalid('endpoints.indexEndpoint', wrong)
    const wrongName = nameErrorOf(name)
    if (wrongName) throw invalid('endpoints.indexName', wrongName)
    if (!isEncrypted(url) && !egress.isNamed(url))
      throw invalid('endpoints.indexEndpoint', 'The connection must be encrypted. Remove ?sslmode=disable.')
    const known = stored && credentials.openIndex(stored)
    const isKnownHost = known && hostAndPort(known.url) === hostAndPort(url)
    const password = (given.indexCredential ?? (isKnownHost ? known.password : null)) || null
    return { url, name, password }
  }

  /** Keys and files are sent unencrypted only to hosts that the operator names. */
  function requireSecure(field: string, url: string): void {
    if (new URL(url).protocol !== 'https:' && !egress.isNamed(url))
      throw invalid(field, 'Enter an https URL.')
  }

  return { listSources, getSource, createSource, updateSource, probeEndpoints }
}

const invalid = (field: string, message: string) =>
  new AppError('request.invalid', { fields: [{ field, message }] })

const endpointsMessage = (isExplicit: boolean) =>
  isExplicit ? 'Enter the endpoints.' : 'A library with default endpoints has none of its own.'

const testedFields = {
  BlobContainer: 'blobContainerUrl',
  Embedding: 'embeddingEndpoint',
  Index: 'indexEndpoint',
} as const

function failureOf({ endpoint, reason }: ProbeResult): AppError {
  const code = reason ?? 'storage.unreachable'
  const field = code === 'index.notOurs' ? 'indexName' : testedFields[endpoint]
  return new AppError(code, { fields: [{ field: `endpoints.${field}`, message: errors[code][1] }] })
}

/** Whether the passages of a library are in another index than before, or in one that isn't known to be theirs. */
const needsIndexing = (stored: store.EndpointsRow, row: StoredEndpoints): boolean =>
  row.indexEndpoint !== stored.indexEndpoint ||
  row.indexName !== stored.indexName ||
  (row.indexEndpoint !== null && !stored.isConfirmed)

/** Whether passages would move between an index of the library's own and the one of the instance. */
const isMovedHere = (stored: store.EndpointsRow, row: StoredEndpoints): boolean =>
  (stored.indexEndpoint === null) !== (row.indexEndpoint === null)

/** What is wrong with the URL of a container, whatever its key. */
function containerErrorOf(url: string): string | null {
  if (/^https?:/i.test(url) && URL.canParse(url) && new URL(url).search !== '')
    return 'Enter the shared access signature as the key.'
  const place = readContainer(url, /^s3:/i.test(url) ? 'id:secret' : 'AAAA')
  return 'kind' in place ? null : `The value ${place.message}.`
}

function isPlainUrl(given: string): boolean {
  const url = URL.canParse(given) ? new URL(given) : null
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === ''
  )
}

function shownEndpoints(row: StoredEndpoints | store.EndpointsRow) {
  const { blobContainerUrl, embeddingEndpoint, embeddingDeployment, embeddingLastFour, probes } = row
  const { indexEndpoint, indexName, indexLastFour } = row
  return {
    blobContainerUrl,
    blobContainerCredential:
      row.blobContainerLastFour === null ? null : { lastFour: row.blobContainerLastFour },
    isConfirmed: 'isConfirmed' in row ? row.isConfirmed : true,
    embeddingEndpoint,
    embeddingDeployment,
    embeddingCredential: embeddingLastFour === null ? null : { lastFour: embeddingLastFour },
    indexEndpoint,
    indexName,
    indexCredential: indexLastFour === null ? null : { lastFour: indexLastFour },
    probes,
  }
}

/** The audit log fields of endpoints. A key is recorded by its last four characters only. */
function recordedEndpoints(row: StoredEndpoints) {
  const { probes: _probes, isConfirmed: _isConfirmed, ...shown } = shownEndpoints(row)
  return shown
}
