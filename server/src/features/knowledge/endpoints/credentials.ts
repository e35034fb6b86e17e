import { readContainer } from '../../../config/containerPlace.ts'
import { hostAndPort } from '../../../platform/egress/egress.ts'
import { deriveKey } from '../../../platform/keys.ts'
import { openText, sealText } from '../../../platform/sealedText.ts'
import type { IndexPlace } from '../ownIndexes/place.ts'
import { engineOf, type OpenedEndpoints } from './probing.ts'
import type { EndpointsRow } from './store.ts'

/** Encrypts the keys of libraries' endpoints. One that is moved to another library or host doesn't open. */
export interface Credentials {
  seal(place: { dataSourceId: string; origin: string }, credential: string): string
  /** Opens the key of a stored container. Null if it can't be opened. */
  openContainerKey(row: EndpointsRow): string | null
  /** Opens where a library's own index is. Null if it has none, or if its password can't be opened. */
  openIndex(row: EndpointsRow): IndexPlace | null
  /** Opens stored endpoints. Null if a key can't be opened, as after SECRET_KEY was changed. */
  open(row: EndpointsRow): OpenedEndpoints | null
}

export function createCredentials(secretKey: Buffer): Credentials {
  const key = deriveKey(secretKey, 'stored-secrets')
  const boundTo = ({ dataSourceId, origin }: { dataSourceId: string; origin: string }) =>
    JSON.stringify(['endpoint', dataSourceId, origin])

  function opened(dataSourceId: string, origin: string, sealed: string): string | null {
    try {
      return openText(key, boundTo({ dataSourceId, origin }), sealed)
    } catch {
      // The cause adds no information and could include part of a secret.
      return null
    }
  }
  function openIndex({
    dataSourceId,
    indexEndpoint: url,
    indexName: name,
    indexCredential: sealed,
  }: EndpointsRow): IndexPlace | null {
    if (url === null || name === null) return null
    const password = sealed === null ? null : opened(dataSourceId, hostAndPort(url), sealed)
    return sealed !== null && password === null ? null : { url, name, password }
  }
  function openContainerKey(row: EndpointsRow): string | null {
    const { dataSourceId, blobContainerUrl, blobContainerCredential: sealed } = row
    return sealed === null ? null : opened(dataSourceId, containerOrigin(blobContainerUrl), sealed)
  }

  return {
    seal: (place, credential) => sealText(key, boundTo(place), credential),
    openContainerKey,
    openIndex,
    open(row) {
      const { dataSourceId, embeddingEndpoint: endpoint, embeddingDeployment: deploymentName } = row
      const containerKey = openContainerKey(row)
      const place = containerKey === null ? null : readContainer(row.blobContainerUrl, containerKey)
      if (!place || !('kind' in place)) return null
      const container = { place, prefix: prefixOf(dataSourceId) }
      const index = openIndex(row)
      if (row.indexEndpoint !== null && !index) return null
      if (endpoint === null || deploymentName === null) return { container, embedding: null, index }
      const { embeddingCredential: sealed } = row
      const apiKey = sealed === null ? null : opened(dataSourceId, new URL(endpoint).origin, sealed)
      if (sealed !== null && apiKey === null) return null
      return {
        container,
        index,
        embedding: { languageEngine: engineOf(endpoint), deploymentName, endpoint, apiKey },
      }
    },
  }
}

/** Several libraries can share a container. */
export const prefixOf = (dataSourceId: string): string => `${dataSourceId}/`

/** Where requests to a container go, whatever its key. A bucket of Amazon's has a host of its own. */
export function containerOrigin(url: string): string {
  const place = readContainer(url, /^s3:/i.test(url) ? 'id:secret' : 'AAAA')
  if (!('kind' in place)) throw new Error('This is no URL of a container.')
  return place.origin
}
