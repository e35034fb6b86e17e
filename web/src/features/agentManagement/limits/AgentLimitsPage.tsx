import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { ReadOnlyBar } from '../../../ui/admin/ReadOnlyBar.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { toast } from '../../../ui/toast.tsx'
import { PolicyValue } from '../../chatAccessPolicies/editor/PolicyValue.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { LimitsField } from '../../limits/LimitsField.tsx'
import { type LimitRow, limitErrors, limitPathOf, readLimits, rowsOf } from '../../limits/limitRows.ts'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { AgentPage } from '../AgentPage.tsx'
import { AgentPages } from '../AgentPages.tsx'
import { agentsPath } from '../data/agentPaths.ts'
import { type ManagedAgent, managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'

/** /admin/gptsystem/{gptSystemId}/limits: the agent's usage limits, which apply to everyone. */
export function AgentLimitsPage() {
  return (
    <AgentPage title="limitsTitle">{(agent) => <Limits key={agent.gptSystemId} agent={agent} />}</AgentPage>
  )
}

interface LimitsValues {
  limits: LimitRow[]
}

function Limits({ agent }: { agent: ManagedAgent }) {
  const t = managementTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const ofLimits = policiesTexts.useText()
  const { gptSystemId, name, mayChange } = agent
  const [update] = managementApi.useSetAgentLimitsMutation()
  const form = useEditForm<LimitsValues, ManagedAgent>({
    entity: agent,
    valuesOf: ({ limits }) => ({ limits: rowsOf(limits) }),
    pathOf: limitPathOf,
    validate: ({ limits }) => limitErrors(limits, ofLimits),
    save: ({ limits }, version) => update({ gptSystemId, version, limits: readLimits(limits) }),
    saved: () => toast.success(t('limitsSaved', { name })),
  })
  const changes = form?.changed.length ?? 0
  useLeaveGuard(changes > 0)
  useWantedField(form?.wanted, () => {})
  useSaveKey(mayChange ? () => changes > 0 && form?.submit() : undefined)
  if (!form) return null
  return (
    <>
      <PlainEditPage
        head={
          <PageHead
            title={t('limitsTitle', { name })}
            parent={{ title: screenTitle('agents'), path: agentsPath }}
            pages={<AgentPages gptSystemId={gptSystemId} current="limits" />}
          />
        }
        wanted={form.wanted}
        bar={
          mayChange ? (
            <SaveBar
              changes={changes}
              errors={Object.keys(form.errors).length}
              error={form.error}
              saving={form.saving}
              label={t('limitsSave')}
              cancel={form.discard}
              save={form.submit}
            />
          ) : (
            <ReadOnlyBar>{t('readOnly', { action: fullNameOf('GptSystemsWriteSpecific') })}</ReadOnlyBar>
          )
        }
      >
        <EditSection title={t('limitsOf')} hint={t('limitsHint')}>
          {!mayChange && form.values.limits.length === 0 && <p className="m2">{t('limitsNone')}</p>}
          <LimitsField
            rows={form.values.limits}
            errors={form.errors}
            readOnly={!mayChange}
            change={(rows) => form.set('limits', rows)}
            leave={() => form.check('limits')}
          />
        </EditSection>
      </PlainEditPage>
      <ConflictDialog
        form={form}
        labelOf={() => t('limits')}
        show={(field, value) => <PolicyValue field={field} value={value} />}
      />
    </>
  )
}
