import { type EntityType, userRolesApi } from '../data/api.ts'

/** The agents or file libraries that one may see in the administration. */
export function useEntities(type: EntityType, search: string) {
  const agents = userRolesApi.useListGptSystemEntitiesInfiniteQuery(search, { skip: type !== 'GptSystem' })
  const libraries = userRolesApi.useListDataSourceEntitiesInfiniteQuery(search, {
    skip: type !== 'DataSource',
  })
  return type === 'GptSystem' ? agents : libraries
}
