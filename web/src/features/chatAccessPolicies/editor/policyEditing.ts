import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import type { PolicyValues } from '../policyForm.ts'

/** What the parts of the editor are given. */
export interface PolicyEditing {
  form: EditForm<PolicyValues>
  readOnly: boolean
}
