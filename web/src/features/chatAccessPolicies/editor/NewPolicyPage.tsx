import { limits } from '@parlance/contract/limits'
import { skipToken } from '@reduxjs/toolkit/query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { newId } from '../../../session/http.ts'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useNavigateIfHere, useNavigateNow } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import { NoPermission } from '../../frame/NoPermission.tsx'
import { usePageTitle } from '../../frame/useProductName.ts'
import { policiesTexts } from '../../policyText/lang/en.ts'
import { policiesApi } from '../data/api.ts'
import { editPath, policiesPath } from '../data/policyPaths.ts'
import { blankValues, errorsOf, inputOf, type PolicyValues, pathOf, valuesOf } from '../policyForm.ts'
import { usePolicyRights } from '../usePolicyRights.ts'
import { PolicyEditor } from './PolicyEditor.tsx'
import { PolicyWait } from './PolicyWait.tsx'

/** /admin/chatAccessPolicy/new: an empty policy or a copy of another one. */
export function NewPolicyPage() {
  const t = policiesTexts.useText()
  const { mayCreate } = usePolicyRights()
  const from = useSearchParams()[0].get('from')
  const { data, error, refetch } = policiesApi.useGetChatAccessPolicyQuery(
    from && mayCreate ? { chatAccessPolicyId: from } : skipToken,
  )
  usePageTitle(t('newTitle'))
  if (!mayCreate) return <NoPermission action="ChatAccessPoliciesCreate" />
  if (!from) return <NewPolicy key="blank" begin={blankValues} />
  if (!data) return <PolicyWait error={error} retry={refetch} />
  const name = t('copyName', { name: data.name }).slice(0, limits.policyName)
  return <NewPolicy key={from} begin={{ ...valuesOf(data), name }} />
}

interface Created {
  version: number
  values: PolicyValues
  chatAccessPolicyId: string
}

function NewPolicy({ begin }: { begin: PolicyValues }) {
  const t = policiesTexts.useText()
  const navigate = useNavigateNow()
  const navigateIfHere = useNavigateIfHere()
  const [create] = policiesApi.useCreateChatAccessPolicyMutation()
  const intent = useRef({ of: '', key: '' })
  const lift = useRef(() => {})
  // The initial values aren't stored yet, so the entity has version 0 and no ID.
  const entity = useRef<Created>({ version: 0, values: begin, chatAccessPolicyId: '' })
  const form = useEditForm<PolicyValues, Created>({
    entity: entity.current,
    valuesOf: ({ values }) => values,
    pathOf,
    validate: (values) => errorsOf(values, t),
    save: async (values) => {
      // One idempotency key per content, so a retry doesn't create a second policy.
      const input = inputOf(values)
      const of = JSON.stringify(input)
      if (intent.current.of !== of) intent.current = { of, key: newId() }
      const { data, error } = await create({ ...input, key: intent.current.key })
      if (!data) return { error }
      const { version, chatAccessPolicyId } = data
      return { data: { version, values, chatAccessPolicyId } }
    },
    saved: ({ chatAccessPolicyId, values }) => {
      lift.current()
      toast.success(t('saved', { name: values.name.trim() }))
      void navigateIfHere(editPath(chatAccessPolicyId), { replace: true })
    },
  })
  if (!form) return null
  return (
    <PolicyEditor
      form={form}
      title={t('newTitle')}
      creating={lift}
      readOnly={false}
      saveLabel={t('create')}
      cancel={() => void navigate(policiesPath)}
    />
  )
}
