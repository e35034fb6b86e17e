import { Lock } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ConflictDialog } from '../../ui/admin/ConflictDialog.tsx'
import { EditPage } from '../../ui/admin/EditPage.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { SaveBar } from '../../ui/admin/SaveBar.tsx'
import { useEditForm } from '../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { toast } from '../../ui/toast.tsx'
import { useActions } from '../currentUser/useActions.ts'
import { type AllSettings, instanceSettingsApi } from './api.ts'
import { DeploymentsTab } from './DeploymentsTab.tsx'
import { FlagsTab } from './FlagsTab.tsx'
import { GeneralTab } from './GeneralTab.tsx'
import { instanceSettingsTexts } from './instanceSettingsTexts.ts'
import { EnginesTab } from './keys/EnginesTab.tsx'
import { SearchTab } from './keys/SearchTab.tsx'
import { SignInTab } from './SignInTab.tsx'
import { faultsOf, inputOf, type SettingsValues, valuesOf } from './settingsForm.ts'
import { ToolsTab } from './ToolsTab.tsx'

const tabs = ['general', 'signIn', 'engines', 'search', 'deployments', 'tools', 'flags'] as const
type Tab = (typeof tabs)[number]

/** The settings in their parts. Name and what stands beside it are saved together; keys, switches and tools act at once. */
export function SettingsEditor({ settings }: { settings: AllSettings }) {
  const t = instanceSettingsTexts.useText()
  const readOnly = !useActions().held.has('InstanceSettingsWrite')
  const [tab, chooseTab] = useTab()
  const [update] = instanceSettingsApi.useUpdateInstanceSettingsMutation()
  const form = useEditForm<SettingsValues, AllSettings>({
    entity: settings,
    valuesOf,
    validate: (values) => faultsOf(values, t),
    save: (values, version) => update({ version, ...inputOf(values, settings) }),
    saved: () => toast.success(t('saved')),
  })
  const changes = form?.changed.length ?? 0
  useWantedField(form?.wanted, () => chooseTab('general'))
  useLeaveGuard(changes > 0)
  useSaveKey(readOnly ? undefined : () => changes > 0 && form?.submit())
  if (!form) return null
  const faults = Object.keys(form.faults).length
  return (
    <>
      <EditPage
        head={<PageHead title={t('title')} intro={t('intro')} />}
        tabsLabel={t('parts')}
        tabs={tabs.map((key) => ({ key, label: t(`tab.${key}`), faults: key === 'general' ? faults : 0 }))}
        tab={tab}
        chooseTab={chooseTab}
        bar={
          readOnly ? (
            <ReadOnlyBar />
          ) : (
            (tab === 'general' || changes > 0) && (
              <SaveBar
                changes={changes}
                faults={faults}
                error={form.error}
                saving={form.saving}
                label={t('save')}
                cancel={form.discard}
                save={form.submit}
              />
            )
          )
        }
      >
        {tab === 'general' && <GeneralTab form={form} settings={settings} readOnly={readOnly} />}
        {tab === 'signIn' && <SignInTab settings={settings} />}
        {tab === 'engines' && <EnginesTab keys={settings.languageModelProviderApiKeys} readOnly={readOnly} />}
        {tab === 'search' && <SearchTab stored={settings.searchApiKey} readOnly={readOnly} />}
        {tab === 'deployments' && (
          <DeploymentsTab keys={settings.languageModelProviderApiKeys} readOnly={readOnly} />
        )}
        {tab === 'tools' && <ToolsTab readOnly={readOnly} />}
        {tab === 'flags' && <FlagsTab flags={settings.featureFlags} readOnly={readOnly} />}
      </EditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(field)}
        show={(_, value) => <bdi>{value || t('none')}</bdi>}
      />
    </>
  )
}

/** Which tab is open stands in the address, so that a link leads to it. */
function useTab() {
  const [params, setParams] = useSearchParams()
  const given = params.get('tab')
  const tab = tabs.find((one) => one === given) ?? 'general'
  const choose = (next: Tab) => {
    if (next !== tab) setParams(next === 'general' ? {} : { tab: next }, { replace: true })
  }
  return [tab, choose] as const
}

function ReadOnlyBar() {
  const t = instanceSettingsTexts.useText()
  return (
    <div className="save-area">
      <p className="row save-bar s13 m2">
        <Lock size={14} />
        <span>{t('readOnly', { action: 'InstanceSettingsWrite' })}</span>
      </p>
    </div>
  )
}
