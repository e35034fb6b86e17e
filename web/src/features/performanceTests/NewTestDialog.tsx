import { limits } from '@parlance/contract/limits'
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { newId } from '../../session/http.ts'
import { FieldError } from '../../ui/admin/fields/FieldFrame.tsx'
import { Finder } from '../../ui/admin/fields/Finder.tsx'
import { useEditForm } from '../../ui/admin/useEditForm.ts'
import { useWantedField } from '../../ui/admin/useWantedField.ts'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { toast } from '../../ui/toast.tsx'
import { useFoundAgents } from '../agents/data/useFoundAgents.ts'
import { testsApi } from './data/api.ts'
import { testPath } from './data/testPaths.ts'
import { FormDialog } from './FormDialog.tsx'
import { testsTexts } from './lang/en.ts'
import { TestFields } from './TestFields.tsx'
import { type TestValues, testErrors, testInput, testValues } from './testForm.ts'
import './performanceTests.css'

interface Agent {
  gptSystemId: string
  name: string
}

interface Props {
  /** The agent that is tested. Undefined if the user chooses one. */
  agent: Agent | undefined
  close: () => void
}

interface Created {
  version: number
  values: TestValues
  performanceTestId: string
}

const blank = testValues({ name: '', passPercent: limits.passPercent })

/** The form for a new test, which opens after it is created. */
export function NewTestDialog({ agent: given, close }: Props) {
  const t = testsTexts.useText()
  const navigate = useNavigateIfHere()
  const [create] = testsApi.useCreatePerformanceTestMutation()
  const [agent, setAgent] = useState(given)
  const intent = useRef({ of: '', key: '' })
  const lift = useRef(() => {})
  // The initial values aren't stored yet, so the entity has version 0 and no ID.
  const entity = useRef<Created>({ version: 0, values: blank, performanceTestId: '' })
  const form = useEditForm<TestValues, Created>({
    entity: entity.current,
    valuesOf: ({ values }) => values,
    validate: (values) => ({
      ...(agent ? {} : { gptSystemId: t('agentRequired') }),
      ...testErrors(values, t),
    }),
    save: async (values) => {
      if (!agent) return {}
      const input = { gptSystemId: agent.gptSystemId, ...testInput(values) }
      // One idempotency key per content, so a retry doesn't create a second test.
      const of = JSON.stringify(input)
      if (intent.current.of !== of) intent.current = { of, key: newId() }
      const { data, error } = await create({ ...input, key: intent.current.key })
      if (!data) return { error }
      return { data: { version: data.version, values, performanceTestId: data.performanceTestId } }
    },
    saved: ({ performanceTestId, values }) => {
      toast.success(t('created', { name: values.name.trim() }))
      lift.current()
      close()
      void navigate(testPath(performanceTestId))
    },
  })
  useWantedField(form?.wanted, () => {})
  if (!form) return null
  return (
    <FormDialog
      title={t('newTest')}
      dirty={form.changed.length > 0}
      busy={form.saving}
      error={form.error}
      button={t('create')}
      lifting={lift}
      submit={() => void form.submit()}
      close={close}
    >
      <AgentField
        agent={agent}
        error={agent ? undefined : form.errors.gptSystemId}
        choose={given ? undefined : setAgent}
      />
      <TestFields form={form} />
    </FormDialog>
  )
}

interface AgentProps {
  agent: Agent | undefined
  error: string | undefined
  /** Undefined if the agent is given. */
  choose: ((agent: Agent | undefined) => void) | undefined
}

function AgentField({ agent, error, choose }: AgentProps) {
  const t = testsTexts.useText()
  const id = useId()
  return (
    <div className="field" data-field="gptSystemId">
      <span className="switch-label">{t('agent')}</span>
      {agent ? (
        <div className="row">
          <bdi className="grow wrap">{agent.name}</bdi>
          {choose && (
            <button type="button" className="btn ghost sm" onClick={() => choose(undefined)}>
              <X size={14} />
              {t('changeAgent')}
            </button>
          )}
        </div>
      ) : (
        <Finder
          label={t('chooseAgent')}
          useFound={useFoundAgents}
          choose={({ key, name }) => choose?.({ gptSystemId: key, name })}
          invalid={Boolean(error)}
          describedBy={error ? `${id}-error` : undefined}
        />
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
