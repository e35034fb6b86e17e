import { type Autosave, useAutosave } from '../../../ui/admin/useAutosave.ts'
import { type EditForm, useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { type AgentValues, errorsOf, inputOf, pathOf, valuesOf } from '../agentForm.ts'
import type { AgentState } from '../data/api.ts'
import { agentFieldsTexts } from '../lang/en.ts'

/** A draft in the editor. It is saved automatically. */
export interface Draft extends Autosave {
  form: EditForm<AgentValues>
  state: AgentState
}

type Save = (
  version: number,
  input: ReturnType<typeof inputOf>,
) => Promise<{ data?: AgentState | undefined; error?: unknown }>

/** Returns an editable draft that is stored with `save`, or null until it is loaded. */
export function useDraft(state: AgentState, save: Save): Draft | null {
  const t = agentFieldsTexts.useText()
  const form = useEditForm<AgentValues, AgentState>({
    entity: state,
    valuesOf,
    pathOf,
    validate: (values) => errorsOf(values, t),
    save: (values, version, changed) => save(version, inputOf(values, changed)),
  })
  const autosave = useAutosave(form)
  useWantedField(form?.wanted, () => {})
  useSaveKey(autosave.save)
  return form ? { ...autosave, form, state } : null
}
