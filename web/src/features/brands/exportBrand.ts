import { fetchFile } from '../../api/fetchFile.ts'
import { errorText } from '../../ui/errorText.ts'
import { saveFile } from '../../ui/files/saveFile.ts'
import { toast } from '../../ui/toast.tsx'
import { brandsTexts } from './lang/en.ts'

/** Downloads a brand and its images as one file, to import in another instance or keep as a backup. */
export async function exportBrand(brandKey: string): Promise<void> {
  try {
    saveFile(await fetchFile('brands.export', { brandKey }), `brand-${brandKey}.json`)
  } catch (error) {
    toast.error(brandsTexts.text('exportFailed', { reason: errorText(error) }))
  }
}
