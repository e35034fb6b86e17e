import type { EditForm } from '../../ui/admin/useEditForm.ts'
import type { AgentValues } from './agentForm.ts'

/** What the parts of an editor are given. */
export interface AgentEditing {
  form: EditForm<AgentValues>
  readOnly: boolean
}
