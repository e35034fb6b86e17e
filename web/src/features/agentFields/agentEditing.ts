import type { EditForm } from '../../ui/admin/useEditForm.ts'
import type { AgentValues } from './agentForm.ts'

/** Props shared by the parts of an editor. */
export interface AgentEditing {
  form: EditForm<AgentValues>
  readOnly: boolean
}
