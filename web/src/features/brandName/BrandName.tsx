import { brandsApi } from '../brands/data/api.ts'
import { useActions } from '../currentUser/data/useActions.ts'

export function useMayListBrands(): boolean {
  const { held } = useActions()
  return held.has('BrandsRead') || held.has('BrandsCreate') || held.has('BrandsWrite')
}

/** The names of the brands, for users who can list them. */
export function useBrands() {
  const mayList = useMayListBrands()
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
