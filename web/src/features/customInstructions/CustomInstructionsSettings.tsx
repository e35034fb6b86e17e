import { Suspense, useId, useState } from 'react'
import { LoadError } from '../../ui/LoadError.tsx'
import { loadLater } from '../../ui/loadLater.tsx'
import { customInstructionsApi } from './data/api.ts'
import { customInstructionsTexts } from './lang/en.ts'
import './customInstructions.css'

const CustomInstructionsDialog = loadLater(
  async () => (await import('./CustomInstructionsDialog.tsx')).CustomInstructionsDialog,
  { over: true },
)

/** Whether the user’s custom instructions are used, and the way to change them. */
export function CustomInstructionsSettings() {
  const t = customInstructionsTexts.useText()
  const id = useId()
  const { data, error, refetch } = customInstructionsApi.useGetCustomInstructionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const [isOpen, setOpen] = useState(false)
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return null
  const isEmpty = data.about === '' && data.style === ''
  return (
    <section className="custom-instructions" aria-labelledby={id}>
      <h3 className="h4" id={id}>
        {t('title')}
      </h3>
      <p className="hint">{t('hint')}</p>
      <p className="s13 m2">{isEmpty ? t('isEmpty') : t(data.enabled ? 'isOn' : 'isOff')}</p>
      <button type="button" className="btn out sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('edit')}
      </button>
      <Suspense>{isOpen && <CustomInstructionsDialog stored={data} close={() => setOpen(false)} />}</Suspense>
    </section>
  )
}
