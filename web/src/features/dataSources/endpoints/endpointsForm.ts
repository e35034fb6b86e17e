import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../../ui/admin/formState.ts'
import type { EndpointsInput, EndpointsType, Source, SourceInput } from '../data/sourcesApi.ts'
import type { EndpointsText } from './lang/en.ts'

export interface SourceValues {
  name: string
  description: string
  blobContainerUrl: string
  /** Keys are never returned, so their fields start empty. An empty one keeps the stored key. */
  blobContainerCredential: string
  embeddingEndpoint: string
  embeddingDeployment: string
  embeddingCredential: string
  indexEndpoint: string
  indexName: string
  indexCredential: string
}

export const blankValues: SourceValues = {
  name: '',
  description: '',
  blobContainerUrl: '',
  blobContainerCredential: '',
  embeddingEndpoint: '',
  embeddingDeployment: '',
  embeddingCredential: '',
  indexEndpoint: '',
  indexName: '',
  indexCredential: '',
}

export const valuesOf = ({ name, description, endpoints }: Source): SourceValues => ({
  ...blankValues,
  name,
  description,
  blobContainerUrl: endpoints?.blobContainerUrl ?? '',
  embeddingEndpoint: endpoints?.embeddingEndpoint ?? '',
  embeddingDeployment: endpoints?.embeddingDeployment ?? '',
  indexEndpoint: endpoints?.indexEndpoint ?? '',
  indexName: endpoints?.indexName ?? '',
})

const lengthOf = (text: string) => [...text.trim()].length

/** What is wrong, by field. `stored`: the endpoints that are stored, whose keys can stay. */
export function errorsOf(
  values: SourceValues,
  type: EndpointsType,
  stored: Source['endpoints'],
  t: EndpointsText,
): Errors {
  const { name, description } = values
  const found: [path: string, wrong: boolean, text: string][] = [
    ['name', lengthOf(name) === 0, t('nameRequired')],
    ['name', lengthOf(name) > limits.libraryName, t('tooLong', { max: limits.libraryName })],
    [
      'description',
      lengthOf(description) > limits.libraryDescription,
      t('tooLong', { max: limits.libraryDescription }),
    ],
    ...(type === 'explicit' ? endpointErrors(values, stored, t) : []),
  ]
  return Object.fromEntries(found.flatMap(([path, wrong, text]) => (wrong ? [[path, text]] : [])))
}

function endpointErrors(
  values: SourceValues,
  stored: Source['endpoints'],
  t: EndpointsText,
): [path: string, wrong: boolean, text: string][] {
  const { blobContainerUrl: url, embeddingEndpoint: endpoint, embeddingDeployment: deployment } = values
  return [
    ['blobContainerUrl', !/^(s3|https?):\/\/\S+$/.test(url.trim()), t('containerUrlWrong')],
    [
      'blobContainerCredential',
      values.blobContainerCredential.trim() === '' &&
        !(stored?.blobContainerCredential && url.trim() === stored.blobContainerUrl),
      t('keyRequired'),
    ],
    ['embeddingEndpoint', endpoint.trim() === '' && deployment.trim() !== '', t('endpointRequired')],
    [
      'embeddingEndpoint',
      endpoint.trim() !== '' && !/^https?:\/\/\S+$/.test(endpoint.trim()),
      t('endpointWrong'),
    ],
    ['embeddingDeployment', endpoint.trim() !== '' && deployment.trim() === '', t('deploymentRequired')],
    ...indexErrors(values, t),
  ]
}

/** A user, perhaps with a password, a host, and a database. */
const DATABASE_URL = /^postgres(?:ql)?:\/\/[^\s:/@]+(?<password>:\S*)?@[^\s/?#@]+\/[^\s/?#]+(?:\?\S*)?$/
const SCHEMA = /^(?!pg_)[a-z_][a-z0-9_]*$/

function indexErrors(
  { indexEndpoint, indexName, indexCredential }: SourceValues,
  t: EndpointsText,
): [path: string, wrong: boolean, text: string][] {
  const [endpoint, name] = [indexEndpoint.trim(), indexName.trim()]
  const url = DATABASE_URL.exec(endpoint)
  const hasPassword = url?.groups?.password !== undefined || /[?&]password=/.test(endpoint)
  const isUnused = endpoint === '' && (name !== '' || indexCredential.trim() !== '')
  return [
    ['indexEndpoint', isUnused, t('databaseUrlRequired')],
    ['indexEndpoint', endpoint !== '' && !url, t('databaseUrlWrong')],
    ['indexEndpoint', hasPassword, t('databaseUrlPassword')],
    ['indexName', endpoint !== '' && name === '', t('indexNameRequired')],
    ['indexName', name !== '' && !SCHEMA.test(name), t('indexNameWrong')],
    ['indexName', name.length > limits.indexName, t('tooLong', { max: limits.indexName })],
  ]
}

export function endpointsOf(values: SourceValues): EndpointsInput {
  const [container, embedding, index] = [
    values.blobContainerCredential.trim(),
    values.embeddingCredential.trim(),
    values.indexCredential.trim(),
  ]
  return {
    blobContainerUrl: values.blobContainerUrl.trim(),
    embeddingEndpoint: values.embeddingEndpoint.trim(),
    embeddingDeployment: values.embeddingDeployment.trim(),
    indexEndpoint: values.indexEndpoint.trim(),
    indexName: values.indexName.trim(),
    ...(container ? { blobContainerCredential: container } : {}),
    ...(embedding ? { embeddingCredential: embedding } : {}),
    ...(index ? { indexCredential: index } : {}),
  }
}

/** What is sent. Unchanged endpoints aren't, because they would be tested again. */
export function inputOf(values: SourceValues, type: EndpointsType, changed: readonly string[]): SourceInput {
  const isChanged = changed.some((field) => field !== 'name' && field !== 'description')
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    ...(type === 'explicit' && isChanged ? { endpoints: endpointsOf(values) } : {}),
  }
}

/** The server names the fields below `endpoints`. */
export const pathOf = (field: string): string => field.replace(/^endpoints\./, '')
