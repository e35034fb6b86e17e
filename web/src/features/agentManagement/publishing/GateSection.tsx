import { skipToken } from '@reduxjs/toolkit/query'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useActions } from '../../currentUser/data/useActions.ts'
import { testsApi } from '../../performanceTests/data/api.ts'
import { useTestRights } from '../../performanceTests/useTestRights.ts'
import { testsOfAgentPath } from '../data/agentPaths.ts'
import { managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { gateErrors, gateInput, gateValues } from './gateForm.ts'
import type { OfPublishing } from './PublishingNow.tsx'

/** What a version has to reach before it can be published. Only those who approve can change it. */
export function GateSection({ agent: { gptSystemId }, publishing }: OfPublishing) {
  const t = managementTexts.useText()
  const common = uiTexts.useText()
  const { held } = useActions()
  const mayChange = held.has('GptSystemsApprove') && !publishing.request?.mayWithdraw
  const { mayList } = useTestRights()
  const { fullNameOf } = usePermissionNames()
  const tests = testsApi.useListPerformanceTestsInfiniteQuery(
    mayList ? { search: '', gptSystemId } : skipToken,
  )
  const listed = tests.data?.pages.flatMap(({ items }) => items) ?? []
  const saved = gateValues(publishing.gate)
  const [changed, change] = useState<Partial<typeof saved>>({})
  const values = { ...saved, ...changed }
  const isDirty = Object.keys(changed).length > 0
  useLeaveGuard(isDirty)
  const [set, { isLoading, error }] = managementApi.useSetGateMutation()
  const errors = gateErrors(values)
  const hasTest = values.performanceTestId !== ''
  const update = (part: Partial<typeof saved>) => change({ ...changed, ...part })
  // A test that the user can't list is still the one that is needed.
  const { gate } = publishing
  const isUnlisted =
    gate?.performanceTestId && !listed.some((one) => one.performanceTestId === gate.performanceTestId)
  const options = [
    { key: '', label: t('gateNoTest') },
    ...(isUnlisted ? [{ key: gate.performanceTestId ?? '', label: gate.testName ?? '' }] : []),
    ...listed.map(({ performanceTestId, name }) => ({ key: performanceTestId, label: name })),
  ]

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isLoading || Object.keys(errors).length > 0) return
    const answer = await set({ gptSystemId, gate: gateInput(values), version: gate?.version ?? 0 })
    if (answer.error) return
    change({})
    toast.success(t('gateSaved'))
  }

  return (
    <form noValidate className="agent-found" onSubmit={(event) => void submit(event)}>
      {Boolean(error) && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          {errorText(error)}
        </p>
      )}
      <SelectField
        field="performanceTestId"
        label={t('gateTest')}
        hint={
          mayList ? (
            <Link to={testsOfAgentPath(gptSystemId)}>{t('gateTests')}</Link>
          ) : (
            t('gateTestsDenied', { action: fullNameOf('AnalyticsRead') })
          )
        }
        value={values.performanceTestId}
        options={options}
        change={(performanceTestId) => update({ performanceTestId })}
        disabled={!mayChange}
      />
      {hasTest && (
        <>
          <TextField
            field="minimumPercent"
            label={t('gateMinimum')}
            value={values.minimumPercent}
            error={errors.minimumPercent && t(errors.minimumPercent)}
            change={(minimumPercent) => update({ minimumPercent })}
            readOnly={!mayChange}
          />
          <TextField
            field="runMaxAgeDays"
            label={t('gateDays')}
            value={values.runMaxAgeDays}
            error={errors.runMaxAgeDays && t(errors.runMaxAgeDays)}
            change={(runMaxAgeDays) => update({ runMaxAgeDays })}
            readOnly={!mayChange}
          />
          <SwitchField
            field="noCriticalFailure"
            label={t('gateNoCritical')}
            hint={t('gateNoCriticalHint')}
            on={values.noCriticalFailure}
            change={(noCriticalFailure) => update({ noCriticalFailure })}
            disabled={!mayChange}
          />
          <SwitchField
            field="nightly"
            label={t('gateNightly')}
            hint={t('gateNightlyHint')}
            on={values.nightly}
            change={(nightly) => update({ nightly })}
            disabled={!mayChange}
          />
        </>
      )}
      <SwitchField
        field="approvalRequired"
        label={t('gateApprovalRequired')}
        hint={t('gateApprovalHint')}
        on={values.approvalRequired}
        change={(approvalRequired) => update({ approvalRequired })}
        disabled={!mayChange}
      />
      {!mayChange && (
        <p className="small m3">{t(publishing.request?.mayWithdraw ? 'gateOwnRequest' : 'gateReadOnly')}</p>
      )}
      {mayChange && isDirty && (
        <div className="row">
          <button
            type="submit"
            className="btn pri"
            aria-disabled={isLoading || Object.keys(errors).length > 0}
          >
            {t('gateSave')}
          </button>
          <button type="button" className="btn ghost" onClick={() => change({})}>
            {common('cancel')}
          </button>
        </div>
      )}
    </form>
  )
}
