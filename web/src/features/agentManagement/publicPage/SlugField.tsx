import { limits } from '@parlance/contract/limits'
import { CircleAlert } from 'lucide-react'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { type PublicPageSettings, publicPageApi } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'
import { isSlug, type PublicPageValues } from './publicPageForm.ts'

/** How long the name must stay unchanged before it is checked. */
const SETTLED_MS = 400

interface Props {
  gptSystemId: string
  form: EditForm<PublicPageValues>
  page: PublicPageSettings | null
}

/** The page's name in its address, with whether it is available. */
export function SlugField({ gptSystemId, form, page }: Props) {
  const t = publicPageTexts.useText()
  const slug = form.values.gptPublicEndpoint.trim()
  const state = useAvailability(gptSystemId, slug, page?.gptPublicEndpoint)
  const { min, max } = limits.publicSlug
  const says =
    state === 'Checking'
      ? t('slugChecking')
      : state === 'Invalid'
        ? t('slugInvalid', { min, max })
        : state && t(`slug.${state}`)
  const error = form.errors.gptPublicEndpoint
  return (
    <>
      <TextField
        field="gptPublicEndpoint"
        label={t('gptPublicEndpoint')}
        code
        value={form.values.gptPublicEndpoint}
        change={(typed) => form.set('gptPublicEndpoint', typed.toLowerCase())}
        leave={() => form.check('gptPublicEndpoint')}
        error={error}
        hint={
          <>
            {slug !== '' && (
              <span className="wrap">
                {t('slugHint', { address: `${location.origin}/public-chat/${slug}` })}
              </span>
            )}{' '}
            <span role="status" data-state={state}>
              {!error && says}
            </span>
          </>
        }
      />
      {page?.enabled && slug !== page.gptPublicEndpoint && (
        <p className="strip w" role="status">
          <CircleAlert size={16} />
          <span className="grow wrap">{t('slugChange')}</span>
        </p>
      )}
    </>
  )
}

function useAvailability(gptSystemId: string, slug: string, own: string | undefined) {
  const settled = useDebounced(slug, SETTLED_MS)
  const { currentData, isError } = publicPageApi.useGetPublicPageAvailabilityQuery(
    { gptSystemId, slug: settled },
    { skip: settled === own || !isSlug(settled), refetchOnMountOrArgChange: true },
  )
  if (slug === '') return undefined
  if (slug === own) return 'Own'
  if (!isSlug(slug)) return 'Invalid'
  if (slug !== settled) return 'Checking'
  // Saving checks it again, so a failed check isn't reported.
  if (isError) return undefined
  return currentData?.state ?? 'Checking'
}
