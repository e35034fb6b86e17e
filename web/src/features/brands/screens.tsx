import { Palette } from 'lucide-react'
import { loadLater } from '../../ui/loadLater.tsx'
import type { FeatureScreens } from '../frame/screens.ts'

const BrandsPage = loadLater(async () => (await import('./BrandsPage.tsx')).BrandsPage)
const NewBrandPage = loadLater(async () => (await import('./NewBrandPage.tsx')).NewBrandPage)
const BrandDefaultsPage = loadLater(
  async () => (await import('./editor/BrandEditorPage.tsx')).BrandDefaultsPage,
)
const BrandEditorPage = loadLater(async () => (await import('./editor/BrandEditorPage.tsx')).BrandEditorPage)

export default {
  screens: {
    brands: {
      icon: Palette,
      title: { en: 'Brands', ar: 'العلامات التجارية' },
      pages: {
        '': <BrandsPage />,
        new: <NewBrandPage />,
        defaults: <BrandDefaultsPage />,
        ':brandKey/edit': <BrandEditorPage />,
      },
      areas: ['brand'],
    },
  },
} satisfies FeatureScreens
