import { Suspense } from 'react'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import { type EditForm, useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { loadLater } from '../../../ui/loadLater.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AgentPage } from '../AgentPage.tsx'
import { AgentPages } from '../AgentPages.tsx'
import { AgentWait } from '../AgentWait.tsx'
import { agentsPath } from '../data/agentPaths.ts'
import { type AgentState, type ManagedAgent, managementApi } from '../data/api.ts'
import { type ManagementText, managementTexts } from '../lang/en.ts'
import { type ChatLookValues, errorsOf, inputOf, lookOf } from './chatLookForm.ts'
import '../agentManagement.css'
import { screenTitle } from '../../frame/screens.ts'

const ChatLookPreview = loadLater(async () => (await import('./ChatLookPreview.tsx')).default)
const layouts = ['Centered', 'Top'] as const

/** /admin/gptsystem/{gptSystemId}/ux: the agent's chat appearance, with a preview of the chat. */
export function ChatLookPage() {
  return (
    <AgentPage title="lookTitle">{(agent) => <Loaded key={agent.gptSystemId} agent={agent} />}</AgentPage>
  )
}

/** Loads the agent's current version for the preview. */
function Loaded({ agent }: { agent: ManagedAgent }) {
  const { data, error, refetch } = managementApi.useGetAgentStateQuery({
    gptSystemConfigurationStateId: agent.shownStateId,
  })
  if (!data) return <AgentWait error={error} retry={refetch} />
  return <ChatLook agent={agent} state={data} />
}

function ChatLook({ agent, state }: { agent: ManagedAgent; state: AgentState }) {
  const t = managementTexts.useText()
  const { gptSystemId, name, mayChange } = agent
  const [update] = managementApi.useUpdateChatLookMutation()
  const form = useEditForm<ChatLookValues, ManagedAgent>({
    entity: agent,
    valuesOf: lookOf,
    validate: (values) => errorsOf(values, t),
    save: (values, version) => update({ gptSystemId, version, ...inputOf(values) }),
    saved: () => toast.success(t('lookSaved', { name })),
  })
  const changes = form?.changed.length ?? 0
  useLeaveGuard(changes > 0)
  useWantedField(form?.wanted, () => {})
  useSaveKey(() => changes > 0 && form?.submit())
  if (!form) return null
  const words = { views: t('lookViews'), form: t('lookForm'), companion: t('lookPreview') }
  const content = (
    <Suspense>
      <ChatLookPreview agent={agent} state={state} look={form.values} />
    </Suspense>
  )
  return (
    <>
      <PlainEditPage
        head={
          <PageHead
            title={t('lookTitle', { name })}
            parent={{ title: screenTitle('agents'), path: agentsPath }}
            pages={<AgentPages gptSystemId={gptSystemId} current="look" />}
          />
        }
        companion={{ content, words }}
        wanted={form.wanted}
        bar={
          mayChange && (
            <SaveBar
              changes={changes}
              errors={Object.keys(form.errors).length}
              error={form.error}
              saving={form.saving}
              label={t('lookSave')}
              cancel={form.discard}
              save={form.submit}
            />
          )
        }
      >
        <Fields form={form} readOnly={!mayChange} />
      </PlainEditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(`look.${field}`)}
        show={(_, value) => valueText(value, t)}
      />
    </>
  )
}

function Fields({ form, readOnly }: { form: EditForm<ChatLookValues>; readOnly: boolean }) {
  const t = managementTexts.useText()
  const { values, errors, set } = form
  return (
    <>
      <EditSection title={t('lookBeginning')} hint={t('lookBeginningHint')}>
        <ChoiceField
          field="layout"
          label={t('look.layout')}
          value={values.layout}
          disabled={readOnly}
          options={layouts.map((key) => ({ key, label: t(`layout.${key}`) }))}
          change={(layout) => set('layout', layout)}
        />
        <SwitchField
          field="showStarters"
          label={t('look.showStarters')}
          on={values.showStarters}
          disabled={readOnly}
          change={(on) => set('showStarters', on)}
        />
      </EditSection>
      <EditSection title={t('lookWords')} hint={t('lookWordsHint')}>
        {(['placeholder', 'disclaimer'] as const).map((field) => (
          <TextField
            key={field}
            field={field}
            label={t(`look.${field}`)}
            hint={t(`lookHint.${field}`)}
            value={values[field]}
            error={errors[field]}
            readOnly={readOnly}
            leave={() => form.check(field)}
            change={(text) => set(field, text)}
          />
        ))}
      </EditSection>
    </>
  )
}

function valueText(value: ChatLookValues[keyof ChatLookValues], t: ManagementText): string {
  if (typeof value === 'boolean') return t(value ? 'lookOn' : 'lookOff')
  if (value === 'Centered' || value === 'Top') return t(`layout.${value}`)
  return value || t('lookNone')
}
