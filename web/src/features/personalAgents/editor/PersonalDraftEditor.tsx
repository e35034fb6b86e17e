import { useState } from 'react'
import { useNavigate } from 'react-router'
import { newId } from '../../../api/http.ts'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { errorText } from '../../../ui/errorText.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { toast } from '../../../ui/toast.tsx'
import { agentsPath } from '../../agentDiscovery/agentsPath.ts'
import { AgentValue } from '../../agentFields/AgentValue.tsx'
import { agentFieldsTexts } from '../../agentFields/agentFieldsTexts.ts'
import { type AgentValues, faultsOf, inputOf, pathOf, valuesOf } from '../../agentFields/agentForm.ts'
import type { AgentState } from '../../agentFields/api.ts'
import { useTestCompanion } from '../../agentFields/useTestCompanion.tsx'
import { Warnings } from '../../agentFields/Warnings.tsx'
import { chatAddress } from '../../conversations/chatAddress.ts'
import { personalAgentsApi } from '../api.ts'
import { personalAgentsTexts } from '../personalAgentsTexts.ts'
import { SharingButtons } from '../sharing/SharingButtons.tsx'
import { PersonalFields } from './PersonalFields.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { useWhose } from './useWhose.ts'

/** A draft of a personal agent: what is saved of it is chatted with when its owner has made it usable. */
export function PersonalDraftEditor({ state }: { state: AgentState }) {
  const t = personalAgentsTexts.useText()
  const words = agentFieldsTexts.useText()
  const { configStateId, gptSystemId, number, gptSystemName } = state.configuration
  const [update] = personalAgentsApi.useUpdatePersonalStateMutation()
  const form = useEditForm<AgentValues, AgentState>({
    entity: state,
    valuesOf,
    pathOf,
    validate: (values) => faultsOf(values, words),
    save: (values, version, changed) => update({ configStateId, version, ...inputOf(values, changed) }),
    saved: ({ configuration }) => toast.success(t('saved', { name: configuration.gptSystemName })),
  })
  const changes = form?.changed.length ?? 0
  const lift = useLeaveGuard(changes > 0)
  useWantedField(form?.wanted, () => {})
  useSaveKey(() => changes > 0 && form?.submit())
  const { own, madeBy } = useWhose(gptSystemId)
  const mark = <span className="chip w">{t('draft', { number })}</span>
  const companion = useTestCompanion({ state, mark, save: form && changes > 0 ? form.submit : null })
  if (!form) return null

  return (
    <>
      <PlainEditPage
        head={
          <PageHead
            title={t('editTitle')}
            parent={{ title: t('agents'), path: agentsPath }}
            mark={mark}
            intro={<Intro name={gptSystemName} madeBy={madeBy} />}
          >
            {own && (
              <div className="row editor-actions">
                <RemoveButton agent={own} lift={lift} />
                <SharingButtons agent={own} lift={lift} />
                <PublishButton state={state} changes={changes} />
              </div>
            )}
          </PageHead>
        }
        companion={companion}
        wanted={form.wanted}
        bar={
          <SaveBar
            changes={changes}
            faults={Object.keys(form.faults).length}
            error={form.error}
            saving={form.saving}
            label={t('save')}
            cancel={form.discard}
            save={form.submit}
          />
        }
      >
        <Warnings warnings={state.warnings} />
        <PersonalFields form={form} state={state} readOnly={false} />
      </PlainEditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => words(field)}
        show={(_, value) => <AgentValue value={value} />}
      />
    </>
  )
}

/** What the agent is called, and whose it is where it is somebody else's. */
function Intro({ name, madeBy }: { name: string; madeBy: string | null }) {
  const t = personalAgentsTexts.useText()
  return (
    <>
      <bdi>{name || t('unnamed')}</bdi>
      {madeBy && (
        <p className="hint">
          {t('sharedBy', { name: madeBy })} {t('sharedByHint')}
        </p>
      )}
    </>
  )
}

/** Makes the saved draft what is chatted with, and begins a chat with it. */
function PublishButton({ state, changes }: { state: AgentState; changes: number }) {
  const t = personalAgentsTexts.useText()
  const words = agentFieldsTexts.useText()
  const navigate = useNavigate()
  const { configStateId, gptSystemId, gptSystemName: name } = state.configuration
  const [publish, { isLoading }] = personalAgentsApi.usePublishPersonalStateMutation()
  // Tries of the same version are one.
  const [key] = useState(newId)
  const isOff = changes > 0 || isLoading

  async function confirm() {
    const { error } = await publish({ configStateId, gptSystemId, key: `${key}-${state.version}` })
    if (error) return toast.error(errorText(error))
    toast.success(t('publishDone', { name }))
    void navigate(chatAddress(gptSystemId, null))
  }

  return (
    <button
      type="button"
      className="btn pri"
      aria-disabled={isOff}
      title={changes > 0 ? words('saveFirst') : t('publishHint')}
      onClick={() => !isOff && void confirm()}
    >
      {t('publish')}
    </button>
  )
}
