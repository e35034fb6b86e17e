import { Palette } from 'lucide-react'
import type { Findable, Found } from '../../ui/admin/fields/Finder.tsx'
import { useBrands } from './BrandName.tsx'

/** Searches brands by name for a selection field. There are few, so they are searched on the page. */
export function useFoundBrands(search: string | null): Found<Findable> {
  const { brands } = useBrands()
  const wanted = search?.toLocaleLowerCase() ?? ''
  return {
    items: brands
      .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
      .map(({ brandKey, name }) => ({ key: brandKey, name, Icon: Palette })),
    searching: false,
  }
}
