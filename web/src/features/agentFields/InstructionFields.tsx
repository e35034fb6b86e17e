import { useId } from 'react'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import type { AgentEditing } from './agentEditing.ts'
import { agentFieldsTexts } from './lang/en.ts'

export function InstructionFields({ form, readOnly }: AgentEditing) {
  const t = agentFieldsTexts.useText()
  const { values, set, check, errors } = form
  return (
    <>
      <TextField
        field="gptSystemName"
        label={t('gptSystemName')}
        value={values.gptSystemName}
        error={errors.gptSystemName}
        readOnly={readOnly}
        change={(name) => set('gptSystemName', name)}
        leave={() => check('gptSystemName')}
      />
      <LongText form={form} readOnly={readOnly} field="description" rows={2} hint={t('descriptionHint')} />
      <LongText form={form} readOnly={readOnly} field="systemPrompt" rows={8} />
      <LongText form={form} readOnly={readOnly} field="introduction" rows={3} hint={t('introductionHint')} />
    </>
  )
}

interface LongTextProps extends AgentEditing {
  field: 'description' | 'systemPrompt' | 'introduction'
  rows: number
  hint?: string
}

function LongText({ form, readOnly, field, rows, hint }: LongTextProps) {
  const t = agentFieldsTexts.useText()
  const id = useId()
  const error = form.errors[field]
  return (
    <FieldFrame id={id} field={field} label={t(field)} hint={hint} error={error}>
      <textarea
        id={id}
        className="in agent-text"
        dir="auto"
        rows={rows}
        value={form.values[field]}
        readOnly={readOnly}
        {...described(id, hint, error)}
        onChange={(event) => form.set(field, event.target.value)}
        onBlur={() => form.check(field)}
      />
    </FieldFrame>
  )
}
