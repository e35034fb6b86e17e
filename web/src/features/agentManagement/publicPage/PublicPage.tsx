import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useBrands } from '../../brandName/BrandName.tsx'
import { CheckAccess } from '../../frame/CheckAccess.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { AgentPage } from '../AgentPage.tsx'
import { AgentPages } from '../AgentPages.tsx'
import { AgentWait } from '../AgentWait.tsx'
import { agentsPath } from '../data/agentPaths.ts'
import type { ManagedAgent } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { AppearanceFields } from './AppearanceFields.tsx'
import { BudgetFields } from './BudgetFields.tsx'
import { type PublicPageState, publicPageApi } from './data/publicPageApi.ts'
import { EscalationFields } from './EscalationFields.tsx'
import { type PublicPageText, publicPageTexts } from './lang/en.ts'
import { OriginsField } from './OriginsField.tsx'
import { checkName, errorsOf, inputOf, type PublicPageValues, pathOf, valuesOf } from './publicPageForm.ts'
import { RemovePublicPage } from './RemovePublicPage.tsx'
import { ShareSection } from './ShareSection.tsx'
import { SlugField } from './SlugField.tsx'
import { StatusSection } from './StatusSection.tsx'
import { UsageToday } from './UsageToday.tsx'
import { VisitorFields } from './VisitorFields.tsx'
import './publicPage.css'

/** /admin/gptsystem/{gptSystemId}/publicPage: the page on which anyone can chat with the agent. */
export function PublicPage() {
  return (
    <AgentPage title="publicTitle">
      {(agent) =>
        agent.mayPublish ? <Loaded key={agent.gptSystemId} agent={agent} /> : <NotPermitted agent={agent} />
      }
    </AgentPage>
  )
}

function Head({ agent: { gptSystemId, name } }: { agent: ManagedAgent }) {
  const t = managementTexts.useText()
  return (
    <PageHead
      title={t('publicTitle', { name })}
      parent={{ title: screenTitle('agents'), path: agentsPath }}
      pages={<AgentPages gptSystemId={gptSystemId} current="publicPage" />}
    >
      <CheckAccess gptSystemId={gptSystemId} />
    </PageHead>
  )
}

function NotPermitted({ agent }: { agent: ManagedAgent }) {
  const t = publicPageTexts.useText()
  const { fullNameOf } = usePermissionNames()
  return (
    <div className="page">
      <Head agent={agent} />
      <div className="page-body">
        <EmptyList Icon={EyeOff} text={t('needsPublish', { action: fullNameOf('GptSystemsPublish') })} />
      </div>
    </div>
  )
}

function Loaded({ agent }: { agent: ManagedAgent }) {
  const { gptSystemId } = agent
  const { data, error, refetch } = publicPageApi.useGetPublicPageQuery(
    { gptSystemId },
    { refetchOnMountOrArgChange: true },
  )
  const [seen, see] = useState({ version: 0, round: 0 })
  if (!data) return <AgentWait error={error} retry={refetch} />
  // A lower version means that the page was deleted, so its form starts over.
  if (data.version !== seen.version)
    see({ version: data.version, round: seen.round + (data.version < seen.version ? 1 : 0) })
  return <Editor key={seen.round} agent={agent} state={data} />
}

function Editor({ agent, state }: { agent: ManagedAgent; state: PublicPageState }) {
  const t = publicPageTexts.useText()
  const { gptSystemId, name } = agent
  const [update] = publicPageApi.useSetPublicPageMutation()
  const form = useEditForm<PublicPageValues, PublicPageState>({
    entity: state,
    valuesOf: (entity) => valuesOf(entity, name),
    pathOf,
    validate: (values) => errorsOf(values, t),
    save: (values, version) => update({ gptSystemId, version, ...inputOf(values) }),
    saved: () => toast.success(t('saved', { name })),
  })
  const show = useShown()
  const isNew = state.publicEndpoint === null
  const changes = form?.changed.length ?? 0
  useLeaveGuard(changes > 0)
  useWantedField(form?.wanted, () => {})
  useSaveKey(() => (changes > 0 || isNew) && form?.submit())
  if (!form) return null
  return (
    <>
      <PlainEditPage
        head={<Head agent={agent} />}
        wanted={form.wanted}
        bar={
          <SaveBar
            changes={changes}
            errors={Object.keys(form.errors).length}
            error={form.error}
            saving={form.saving}
            creating={isNew}
            label={t('save')}
            cancel={form.discard}
            save={form.submit}
          />
        }
      >
        <EditSection title={t('status')} hint={t('statusHint')}>
          <StatusSection agent={agent} state={state} />
        </EditSection>
        {state.publicEndpoint && state.url && (
          <>
            <EditSection title={t('usage')} hint={t('usageHint')}>
              <UsageToday page={state.publicEndpoint} usage={state.usageToday} />
            </EditSection>
            <EditSection title={t('share')} hint={t('shareHint')}>
              <ShareSection agent={agent} page={state.publicEndpoint} url={state.url} />
            </EditSection>
          </>
        )}
        <EditSection title={t('address')} hint={t('addressHint')}>
          <SlugField gptSystemId={gptSystemId} form={form} page={state.publicEndpoint} />
        </EditSection>
        <EditSection title={t('appearance')} hint={t('appearanceHint')}>
          <AppearanceFields form={form} />
        </EditSection>
        <EditSection title={t('embedding')} hint={t('embeddingHint')}>
          <OriginsField
            origins={form.values.allowedOrigins}
            change={(origins) => form.set('allowedOrigins', origins)}
            leave={() => form.check('allowedOrigins')}
            error={(path) => form.errors[path]}
          />
        </EditSection>
        <EditSection title={t('visitors')} hint={t('visitorsHint')}>
          <VisitorFields form={form} />
        </EditSection>
        <EditSection title={t('escalation')} hint={t('escalationHint')}>
          <EscalationFields gptSystemId={gptSystemId} form={form} state={state} />
        </EditSection>
        <EditSection title={t('budgets')} hint={t('budgetsHint')}>
          <BudgetFields form={form} state={state} />
        </EditSection>
        {!isNew && (
          <EditSection title={t('deletion')} hint={t('deletionHint')}>
            <RemovePublicPage agent={agent} />
          </EditSection>
        )}
      </PlainEditPage>
      <ConflictDialog form={form} labelOf={(field) => t(field)} show={show} />
    </>
  )
}

/** Formats values for the edit conflict dialog. */
function useShown() {
  const t = publicPageTexts.useText()
  const { nameOf } = useBrands()
  return (field: keyof PublicPageValues, value: PublicPageValues[keyof PublicPageValues]) => (
    <bdi>{shownText(field, value, t, nameOf)}</bdi>
  )
}

function shownText(
  field: keyof PublicPageValues,
  value: PublicPageValues[keyof PublicPageValues],
  t: PublicPageText,
  brandName: (brandKey: string) => string,
): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value !== 'string') return value.filter(Boolean).join('\n') || t('none')
  if (field === 'brandKey') return value === '' ? t('agentBrand') : brandName(value)
  if (field === 'language') return t(`language.${(value || 'visitor') as 'en' | 'ar' | 'visitor'}`)
  if (field === 'proofOfWorkBits') return checkName(value, t)
  if (field === 'escalationKind')
    return t(`escalationKind.${(value || 'None') as 'None' | 'Email' | 'Webhook'}`)
  if (field === 'escalationSecret') return value === '' ? t('escalationSecretKept') : '••••••••'
  return value || t('none')
}
