import { formatList } from '../../lang/format.ts'
import { useAddressParams, withValues } from '../../ui/addressParams.ts'
import { ConflictDialog } from '../../ui/admin/ConflictDialog.tsx'
import { EditPage } from '../../ui/admin/EditPage.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { ReadOnlyBar } from '../../ui/admin/ReadOnlyBar.tsx'
import { SaveBar } from '../../ui/admin/SaveBar.tsx'
import { useEditForm } from '../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { toast } from '../../ui/toast.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { screenTitle } from '../frame/screens.ts'
import { LimitsField } from '../limits/LimitsField.tsx'
import { type LimitRow, limitPathOf, readLimits } from '../limits/limitRows.ts'
import { policiesTexts } from '../policyText/lang/en.ts'
import { limitText } from '../policyText/policySentence.ts'
import { AnnouncementsTab } from './announcements/AnnouncementsTab.tsx'
import { BudgetsTab } from './budgets/BudgetsTab.tsx'
import { ComplianceTab } from './compliance/ComplianceTab.tsx'
import { DeploymentsTab } from './DeploymentsTab.tsx'
import { type AllSettings, instanceSettingsApi } from './data/api.ts'
import { EmailTab } from './email/EmailTab.tsx'
import { FlagsTab } from './FlagsTab.tsx'
import { GeneralTab } from './GeneralTab.tsx'
import { EnginesTab } from './keys/EnginesTab.tsx'
import { SearchTab } from './keys/SearchTab.tsx'
import { instanceSettingsTexts } from './lang/en.ts'
import { LegalHoldsTab } from './legalHolds/LegalHoldsTab.tsx'
import { MountedTab } from './MountedTab.tsx'
import { SignInTab } from './SignInTab.tsx'
import { errorsOf, inputOf, type SettingsValues, valuesOf } from './settingsForm.ts'
import { SupervisionTab } from './supervision/SupervisionTab.tsx'
import { ToolsTab } from './ToolsTab.tsx'
import { WebhooksTab } from './webhooks/WebhooksTab.tsx'

const groups = {
  instance: ['general', 'signIn', 'announcements', 'flags'],
  usage: ['limits', 'budgets'],
  models: ['engines', 'deployments', 'tools', 'search'],
  governance: ['compliance', 'legalHolds', 'supervision'],
  connections: ['email', 'webhooks'],
} as const
type Group = keyof typeof groups
type Tab = (typeof groups)[Group][number]
const tabs = (Object.keys(groups) as Group[]).flatMap((group) =>
  groups[group].map((key: Tab) => ({ key, group })),
)

/** Returns the tab that shows an error. */
const tabOf = (path: string): Tab => (path.startsWith('limits') ? 'limits' : 'general')

/**
 * The settings by tab. General settings are saved together. Keys, switches and tools take effect immediately.
 */
export function SettingsEditor({ settings }: { settings: AllSettings }) {
  const t = instanceSettingsTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const ofLimits = policiesTexts.useText()
  const readOnly = !useActions().held.has('InstanceSettingsWrite')
  const [tab, chooseTab] = useTab()
  const [update] = instanceSettingsApi.useUpdateInstanceSettingsMutation()
  const form = useEditForm<SettingsValues, AllSettings>({
    entity: settings,
    valuesOf,
    validate: (values) => errorsOf(values, t, ofLimits),
    pathOf: limitPathOf,
    save: (values, version) => update({ version, ...inputOf(values) }),
    saved: () => toast.success(t('saved')),
  })
  const changes = form?.changed.length ?? 0
  useWantedField(form?.wanted, (path) => chooseTab(tabOf(path)))
  useLeaveGuard(changes > 0)
  useSaveKey(readOnly ? undefined : () => changes > 0 && form?.submit())
  if (!form) return null
  const limitsText = (rows: readonly LimitRow[]) =>
    formatList(readLimits(rows).map((limit) => limitText(limit, ofLimits)))
  const errors = Object.keys(form.errors)
  const errorsIn = (key: Tab) => errors.filter((path) => tabOf(path) === key).length
  const textOf = (field: string, value: string | boolean | readonly LimitRow[]) => {
    if (field === 'memoryAllowed') return t(value ? 'memoryAllowedYes' : 'memoryAllowedNo')
    if (typeof value === 'boolean' && field !== 'readsNeedApproval')
      return t(value ? 'allowed' : 'notAllowed')
    if (typeof value === 'boolean') return t(value ? 'readsNeedApprovalYes' : 'readsNeedApprovalNo')
    return typeof value === 'string' ? value : limitsText(value)
  }

  return (
    <>
      <EditPage
        head={<PageHead title={screenTitle('instanceSettings')} intro={t('intro')} />}
        tabsLabel={t('parts')}
        tabs={tabs.map(({ key, group }) => ({
          key,
          label: t(`tab.${key}`),
          errors: errorsIn(key),
          group: t(`group.${group}`),
        }))}
        tab={tab}
        chooseTab={chooseTab}
        bar={
          readOnly ? (
            <ReadOnlyBar>{t('readOnly', { action: fullNameOf('InstanceSettingsWrite') })}</ReadOnlyBar>
          ) : (
            (tab === 'general' || tab === 'limits' || changes > 0) && (
              <SaveBar
                changes={changes}
                errors={errors.length}
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
        {tab === 'limits' && (
          <div className="edit-fields settings-list">
            <p className="m2">{t('limitsIntro')}</p>
            <LimitsField
              rows={form.values.limits}
              errors={form.errors}
              readOnly={readOnly}
              change={(rows) => form.set('limits', rows)}
              leave={() => form.check('limits')}
            />
          </div>
        )}
        {tab === 'budgets' && <BudgetsTab readOnly={readOnly} />}
        {tab === 'announcements' && <AnnouncementsTab readOnly={readOnly} />}
        <MountedTab open={tab === 'compliance'}>
          <ComplianceTab readOnly={readOnly} open={tab === 'compliance'} />
        </MountedTab>
        {tab === 'legalHolds' && <LegalHoldsTab readOnly={readOnly} />}
        {tab === 'signIn' && <SignInTab settings={settings} />}
        <MountedTab open={tab === 'engines'}>
          <EnginesTab keys={settings.languageModelProviderApiKeys} readOnly={readOnly} />
        </MountedTab>
        <MountedTab open={tab === 'search'}>
          <SearchTab stored={settings.searchApiKey} readOnly={readOnly} />
        </MountedTab>
        <MountedTab open={tab === 'deployments'}>
          <DeploymentsTab keys={settings.languageModelProviderApiKeys} readOnly={readOnly} />
        </MountedTab>
        {tab === 'tools' && <ToolsTab readOnly={readOnly} />}
        {tab === 'email' && <EmailTab readOnly={readOnly} />}
        {tab === 'webhooks' && <WebhooksTab readOnly={readOnly} />}
        {tab === 'supervision' && <SupervisionTab readOnly={readOnly} />}
        {tab === 'flags' && <FlagsTab flags={settings.featureFlags} readOnly={readOnly} />}
      </EditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(field)}
        show={(field, value) => <bdi>{textOf(field, value) || t('none')}</bdi>}
      />
    </>
  )
}

/** The open tab is stored in the URL, so links can lead to it. */
function useTab() {
  const [params, changeParams] = useAddressParams()
  const given = params.get('tab')
  const tab = tabs.find(({ key }) => key === given)?.key ?? 'general'
  const choose = (next: Tab) => {
    if (next !== tab) changeParams((now) => withValues(now, { tab: next === 'general' ? '' : next }))
  }
  return [tab, choose] as const
}
