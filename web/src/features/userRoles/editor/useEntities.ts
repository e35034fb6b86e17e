import { type EntityType, userRolesApi } from '../data/api.ts'

/** Searches the agents or file libraries that the user can see in the administration. */
export function useEntities(type: EntityType, search: string) {
  const agents = userRolesApi.useListGptSystemEntitiesInfiniteQuery(search, { skip: type !== 'GptSystem' })
  const libraries = userRolesApi.useListDataSourceEntitiesInfiniteQuery(search, {
    skip: type !== 'DataSource',
  })
  return type === 'GptSystem' ? agents : libraries
}
