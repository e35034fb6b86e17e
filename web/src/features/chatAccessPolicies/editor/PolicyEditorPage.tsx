import { useParams } from 'react-router'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useAgentName } from '../../../ui/agentName.ts'
import { toast } from '../../../ui/toast.tsx'
import { useScreenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { policiesApi } from '../data/api.ts'
import type { Policy } from '../data/policyInput.ts'
import { errorsOf, inputOf, type PolicyValues, pathOf, valuesOf } from '../policyForm.ts'
import { usePolicyRights } from '../usePolicyRights.ts'
import { PolicyEditor } from './PolicyEditor.tsx'
import { PolicyWait } from './PolicyWait.tsx'

/** /admin/chatAccessPolicy/{chatAccessPolicyId}/edit */
export function PolicyEditorPage() {
  const { chatAccessPolicyId = '' } = useParams()
  // Keyed by policy, so no state carries over.
  return <Loaded key={chatAccessPolicyId} chatAccessPolicyId={chatAccessPolicyId} />
}

function Loaded({ chatAccessPolicyId }: { chatAccessPolicyId: string }) {
  const titleOf = useScreenTitle()
  const { data, error, refetch } = policiesApi.useGetChatAccessPolicyQuery(
    { chatAccessPolicyId },
    { refetchOnMountOrArgChange: true },
  )
  const named = useAgentName()
  usePageTitle(data ? named(data.name) : titleOf('chatAccessPolicies'))
  if (data) return <Editor policy={data} />
  return <PolicyWait error={error} retry={refetch} />
}

function Editor({ policy }: { policy: Policy }) {
  const t = policiesTexts.useText()
  const named = useAgentName()
  const { mayWrite } = usePolicyRights()
  const { chatAccessPolicyId } = policy
  const [update] = policiesApi.useUpdateChatAccessPolicyMutation()
  const form = useEditForm<PolicyValues, Policy>({
    entity: policy,
    valuesOf,
    pathOf,
    validate: (values) => errorsOf(values, t),
    save: (values, version) => update({ ...inputOf(values), chatAccessPolicyId, version }),
    saved: ({ name }) => toast.success(t('saved', { name: named(name) })),
  })
  if (!form) return null
  return (
    <PolicyEditor
      form={form}
      title={named(policy.name)}
      readOnly={!mayWrite}
      chatAccessPolicyId={chatAccessPolicyId}
      saveLabel={t('save')}
      cancel={form.discard}
    />
  )
}
