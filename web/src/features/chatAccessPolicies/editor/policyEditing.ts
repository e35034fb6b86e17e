import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import type { PolicyValues } from '../policyForm.ts'

/** Props shared by the parts of the editor. */
export interface PolicyEditing {
  form: EditForm<PolicyValues>
  readOnly: boolean
}
