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
}

export const blankValues: SourceValues = {
  name: '',
  description: '',
  blobContainerUrl: '',
  blobContainerCredential: '',
  embeddingEndpoint: '',
  embeddingDeployment: '',
  embeddingCredential: '',
}

export const valuesOf = ({ name, description, endpoints }: Source): SourceValues => ({
  ...blankValues,
  name,
  description,
  blobContainerUrl: endpoints?.blobContainerUrl ?? '',
  embeddingEndpoint: endpoints?.embeddingEndpoint ?? '',
  embeddingDeployment: endpoints?.embeddingDeployment ?? '',
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
  ]
}

export function endpointsOf(values: SourceValues): EndpointsInput {
  const [container, embedding] = [values.blobContainerCredential.trim(), values.embeddingCredential.trim()]
  return {
    blobContainerUrl: values.blobContainerUrl.trim(),
    embeddingEndpoint: values.embeddingEndpoint.trim(),
    embeddingDeployment: values.embeddingDeployment.trim(),
    ...(container ? { blobContainerCredential: container } : {}),
    ...(embedding ? { embeddingCredential: embedding } : {}),
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
