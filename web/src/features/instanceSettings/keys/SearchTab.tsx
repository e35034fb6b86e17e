import { useState } from 'react'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { instanceSettingsApi, type SearchKey, type SearchProvider } from '../data/api.ts'
import { instanceSettingsTexts } from '../lang/en.ts'
import { KeyActions } from './KeyActions.tsx'
import { KeyFields } from './KeyFields.tsx'
import { TestResult } from './TestResult.tsx'
import { useKeyForm } from './useKeyForm.ts'

const providers: readonly SearchProvider[] = ['Brave', 'Tavily', 'SearXNG', 'Bing']

export function SearchTab({ stored, readOnly }: { stored: SearchKey | null; readOnly: boolean }) {
  const t = instanceSettingsTexts.useText()
  const [chosen, choose] = useState<SearchProvider>()
  const provider = chosen ?? stored?.provider ?? 'Brave'
  // Each provider has its own key. A key being entered stays, because it can be meant for the new provider.
  const own = stored?.provider === provider ? stored : null
  return (
    <div className="settings-list">
      <p className="m2">{t('searchIntro')}</p>
      <section className="card settings-card" aria-label={t('tab.search')}>
        <ChoiceField
          field="provider"
          label={t('searchProvider')}
          value={provider}
          disabled={readOnly}
          options={providers.map((key) => ({ key, label: key }))}
          change={choose}
        />
        <SearchKeyFields provider={provider} stored={own} readOnly={readOnly} />
      </section>
    </div>
  )
}

interface Props {
  provider: SearchProvider
  stored: SearchKey | null
  readOnly: boolean
}

function SearchKeyFields({ provider, stored, readOnly }: Props) {
  const t = instanceSettingsTexts.useText()
  const [setKey] = instanceSettingsApi.useSetSearchKeyMutation()
  const [removeKey, removing] = instanceSettingsApi.useRemoveSearchKeyMutation()
  const [testKey, testing] = instanceSettingsApi.useTestSearchKeyMutation()
  const form = useKeyForm({
    t,
    endpoint: stored?.endpoint ?? null,
    save: (input) => setKey({ provider, ...input }),
  })
  return (
    <>
      <KeyFields
        form={form}
        name={provider}
        stored={stored ?? undefined}
        addressHint={t(
          provider === 'SearXNG' || provider === 'Bing' ? `endpoint.${provider}` : 'endpoint.search',
        )}
        disabled={readOnly}
      >
        {stored && !readOnly && (
          <KeyActions
            name={provider}
            testing={testing}
            test={() => void testKey()}
            removing={removing}
            remove={() => removeKey()}
          />
        )}
      </KeyFields>
      {stored && <TestResult test={stored.lastTest} />}
    </>
  )
}
