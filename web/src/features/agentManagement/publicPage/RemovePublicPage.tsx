import { useState } from 'react'
import { RemovalDialog } from '../../../ui/admin/RemovalDialog.tsx'
import type { ManagedAgent } from '../data/api.ts'
import { publicPageApi } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'

/** Deletes the public page after a confirmation. */
export function RemovePublicPage({ agent: { gptSystemId, name } }: { agent: ManagedAgent }) {
  const t = publicPageTexts.useText()
  const [asked, ask] = useState(false)
  const [remove, { isLoading, error }] = publicPageApi.useRemovePublicPageMutation()
  return (
    <div>
      <button type="button" className="btn out" onClick={() => ask(true)}>
        {t('remove')}
      </button>
      {asked && (
        <RemovalDialog
          {...{ t, name, isLoading, error }}
          remove={() => remove({ gptSystemId })}
          close={() => ask(false)}
        />
      )}
    </div>
  )
}
