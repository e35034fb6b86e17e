import type { EndpointsType } from '../data/sourcesApi.ts'

const TYPE = 'UploadedFiles'
const base = `/admin/datasource/${TYPE}`

export const newSourcePath = (type: EndpointsType): string => `${base}/${type}/new`

export const sourcePath = (type: EndpointsType, dataSourceId: string): string =>
  `${base}/${type}/${dataSourceId}/edit`

/** Returns the type that an address names, or null if there is no such type of library. */
export function typeIn({
  dataSourceType = '',
  endpointsType,
}: {
  dataSourceType?: string
  endpointsType?: string
}): EndpointsType | null {
  if (dataSourceType.toLowerCase() !== TYPE.toLowerCase()) return null
  return endpointsType === 'default' || endpointsType === 'explicit' ? endpointsType : null
}
