import { Sparkles } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { ReadOnlyBar } from '../../../ui/admin/ReadOnlyBar.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import type { PolicyAsked } from '../../exposure/data/api.ts'
import { PolicyExposure } from '../../exposure/Exposures.tsx'
import { CheckAccess } from '../../frame/CheckAccess.tsx'
import { LimitsField } from '../../limits/LimitsField.tsx'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { accessOf } from '../data/policyInput.ts'
import { policiesPath, suggestionOf } from '../data/policyPaths.ts'
import { changedBySuggestion, errorsOf, inputOf, type PolicyValues } from '../policyForm.ts'
import { AgentsField } from './AgentsField.tsx'
import { BrandField } from './BrandField.tsx'
import { GeneralFields } from './GeneralFields.tsx'
import { PolicySays } from './PolicySays.tsx'
import { PolicyValue } from './PolicyValue.tsx'
import { SubjectsField } from './SubjectsField.tsx'
import { ValidityFields } from './ValidityFields.tsx'
import '../policies.css'
import { screenTitle } from '../../frame/screens.ts'

interface Props {
  form: EditForm<PolicyValues>
  title: string
  readOnly: boolean
  saveLabel: string
  cancel: () => void
  /** For a new policy: receives the function that lifts the leave guard after creation. */
  creating?: RefObject<() => void>
  /** For an existing policy. */
  chatAccessPolicyId?: string
}

/** The policy form, with a sentence above it that describes the policy as it would be saved. */
export function PolicyEditor({
  form,
  title,
  readOnly,
  saveLabel,
  cancel,
  creating,
  chatAccessPolicyId,
}: Props) {
  const t = policiesTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const changes = form.changed.length
  const suggested = useSuggestion(form, readOnly)
  const lift = useLeaveGuard(changes > 0)
  if (creating) creating.current = lift
  useWantedField(form.wanted, () => {})
  useSaveKey(readOnly ? undefined : () => (creating || changes > 0) && form.submit())
  const editing = { form, readOnly }
  const previewed = readOnly ? null : previewOf(form, chatAccessPolicyId)
  const [agent] = form.values.gptSystems === 'All' ? [] : form.values.gptSystems

  return (
    <>
      <PlainEditPage
        head={
          <PageHead title={title} parent={{ title: screenTitle('chatAccessPolicies'), path: policiesPath }}>
            <CheckAccess gptSystemId={agent?.gptSystemId} />
          </PageHead>
        }
        bar={
          readOnly ? (
            <ReadOnlyBar>{t('readOnly', { action: fullNameOf('ChatAccessPoliciesWrite') })}</ReadOnlyBar>
          ) : (
            <SaveBar
              creating={Boolean(creating)}
              changes={changes}
              errors={Object.keys(form.errors).length}
              error={form.error}
              saving={form.saving}
              label={saveLabel}
              cancel={cancel}
              save={form.submit}
            >
              {previewed && (
                <div className="policy-exposure">
                  <PolicyExposure of={previewed} />
                </div>
              )}
            </SaveBar>
          )
        }
      >
        <PolicySays values={form.values} />
        {suggested && changes > 0 && (
          <p className="strip info policy-suggested" role="status">
            <Sparkles size={16} />
            {t('suggested')}
          </p>
        )}
        <EditSection title={t('general')}>
          <GeneralFields {...editing} />
        </EditSection>
        <EditSection title={t('who')} hint={t('whoHint')}>
          <SubjectsField {...editing} />
        </EditSection>
        <EditSection title={t('which')} hint={t('whichHint')}>
          <AgentsField {...editing} />
          <BrandField {...editing} />
        </EditSection>
        <EditSection title={t('limits')} hint={t('limitsHint')}>
          <LimitsField
            rows={form.values.limits}
            errors={form.errors}
            readOnly={readOnly}
            change={(rows) => form.set('limits', rows)}
            leave={() => form.check('limits')}
          />
        </EditSection>
        <EditSection title={t('valid')} hint={t('validHint')}>
          <ValidityFields {...editing} />
        </EditSection>
      </PlainEditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(field)}
        show={(field, value) => <PolicyValue field={field} value={value} />}
      />
    </>
  )
}

/** Returns the query for the exposure preview, once the policy names its people and agents. */
function previewOf(
  { values, changed }: EditForm<PolicyValues>,
  chatAccessPolicyId: string | undefined,
): PolicyAsked | null {
  const errors = errorsOf(values, policiesTexts.text)
  const incomplete = (['subjects', 'gptSystems', 'validFrom', 'validTo'] as const).some(
    (field) => errors[field],
  )
  if (incomplete || (chatAccessPolicyId && changed.length === 0)) return null
  return { ...accessOf(inputOf(values)), ...(chatAccessPolicyId ? { chatAccessPolicyId } : {}) }
}

/** Fills in the change suggested by another page, once per suggestion. */
function useSuggestion(form: EditForm<PolicyValues>, readOnly: boolean): boolean {
  const { state } = useLocation()
  const suggestion = suggestionOf(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a suggestion that the user removes isn't filled in again.
  useEffect(() => {
    if (!suggestion || readOnly) return
    for (const [field, value] of changedBySuggestion(form.values, suggestion)) form.set(field, value as never)
  }, [suggestion])
  return suggestion !== undefined
}
