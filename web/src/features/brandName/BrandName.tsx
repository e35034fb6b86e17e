import { brandsApi } from '../brands/data/api.ts'
import { useActions } from '../currentUser/data/useActions.ts'

/** The names of the brands, for users who can list them. */
export function useBrands() {
  const { held } = useActions()
  const mayList = held.has('BrandsRead') || held.has('BrandsCreate') || held.has('BrandsWrite')
  const { data } = brandsApi.useListAllBrandsQuery(undefined, { skip: !mayList })
  const brands = data?.items ?? []
  return {
    brands,
    nameOf: (brandKey: string) => brands.find((one) => one.brandKey === brandKey)?.name ?? brandKey,
  }
}

export function BrandName({ brandKey }: { brandKey: string }) {
  const { nameOf } = useBrands()
  return <bdi>{nameOf(brandKey)}</bdi>
}
