import { type ReactNode, useEffect, useRef } from 'react'
import { newId } from '../../../session/http.ts'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import type { Field } from '../../../ui/admin/formState.ts'
import { type EditForm, useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { toast } from '../../../ui/toast.tsx'
import { type CaseInput, type PerformanceTest, type TestCase, testsApi } from '../data/api.ts'
import { FormDialog } from '../FormDialog.tsx'
import { testsTexts } from '../lang/en.ts'
import { CaseFields } from './CaseFields.tsx'
import { CaseValue } from './CaseValue.tsx'
import { blankCase, type CaseValues, errorsOf, inputOf, pathOf, valuesOf } from './caseForm.ts'

interface Props {
  test: PerformanceTest
  /** The tags of all cases, to choose from. */
  tags: readonly string[]
  /** Undefined for a new case. */
  one: TestCase | undefined
  /** Values for the user to confirm, and a note above the form that says where they come from. */
  proposed?: Proposed
  /** What a new case is made from. */
  candidate?: CaseInput['candidate']
  /** Whether a file suggested a new case. */
  isGenerated?: boolean
  /** Is called before it closes, once a new case is saved. */
  created?: () => void
  /** Goes on with another new case. */
  again?: () => void
  close: () => void
}

interface Proposed {
  values: Partial<CaseValues>
  note: ReactNode
}

interface Edited {
  version: number
  values: CaseValues
}

const editedOf = (one: TestCase): Edited => ({ version: one.version, values: valuesOf(one) })

/** The form for one case. Read-only for users who can’t change the agent. */
export function CaseDialog(props: Props) {
  const { test, tags, one, proposed, candidate, isGenerated = false, created, again, close } = props
  const t = testsTexts.useText()
  const { performanceTestId, mayEdit } = test
  const next = useRef(close)
  const entity = useRef(one ? editedOf(one) : { version: 0, values: { ...blankCase, ...proposed?.values } })
  const form = useEditForm<CaseValues, Edited>({
    entity: entity.current,
    valuesOf: valuesIn,
    pathOf,
    validate: (values) => errorsOf(values, t),
    save: useSaveCase(performanceTestId, one?.caseId, { candidate, isGenerated }),
    saved: () => {
      toast.success(t(one ? 'caseSaved' : 'caseCreated'))
      if (!one) created?.()
      next.current()
    },
  })
  useWantedField(form?.wanted, () => {})
  useSaveKey(mayEdit ? () => submit(close) : undefined)
  // In a case that exists, they are changes that aren't saved yet.
  usePropose(one && proposed?.values, form?.set)
  if (!form) return null
  const isChanged = form.changed.length > 0

  function submit(then: () => void) {
    next.current = then
    // An unchanged case isn't saved again.
    if (one && !isChanged) then()
    else void form?.submit()
  }

  return (
    <FormDialog
      title={t(one ? (mayEdit ? 'editCase' : 'viewCase') : 'newCase')}
      width="sm"
      dirty={isChanged}
      busy={form.saving}
      error={form.error}
      {...(mayEdit && { button: t(one ? 'saveCase' : 'createCase') })}
      buttons={
        again && (
          <button
            type="button"
            className="btn out"
            aria-disabled={form.saving}
            onClick={() => !form.saving && submit(again)}
          >
            {t('createNext')}
          </button>
        )
      }
      submit={() => submit(close)}
      close={close}
    >
      {proposed?.note}
      <CaseFields form={form} performanceTestId={performanceTestId} tags={tags} readOnly={!mayEdit} />
      <ConflictDialog
        form={form}
        labelOf={(field) => t(field)}
        show={(field, value) => <CaseValue field={field} value={value} />}
      />
    </FormDialog>
  )
}

/** The server sends a case, also in a conflict. The form has its values. */
const valuesIn = (edited: Edited | TestCase): CaseValues =>
  'values' in edited ? edited.values : valuesOf(edited)

function usePropose(values: Partial<CaseValues> | undefined, set: EditForm<CaseValues>['set'] | undefined) {
  const isProposed = useRef(false)
  useEffect(() => {
    if (!values || !set || isProposed.current) return
    isProposed.current = true
    for (const [field, value] of Object.entries(values)) set(field as Field<CaseValues>, value as never)
  }, [values, set])
}

function useSaveCase(
  performanceTestId: string,
  caseId: string | undefined,
  { candidate, isGenerated }: Pick<Props, 'candidate' | 'isGenerated'>,
) {
  const [create] = testsApi.useCreateCaseMutation()
  const [update] = testsApi.useUpdateCaseMutation()
  const intent = useRef({ of: '', key: '' })
  return async (values: CaseValues, version: number) => {
    const input = {
      ...inputOf(values),
      ...(candidate && { candidate }),
      ...(isGenerated && { isGenerated }),
    }
    if (caseId) {
      const { data, error } = await update({ performanceTestId, caseId, version, ...input })
      return data ? { data: editedOf(data) } : { error }
    }
    // One idempotency key per content, so a retry doesn't create a second case.
    const of = JSON.stringify(input)
    if (intent.current.of !== of) intent.current = { of, key: newId() }
    const { data, error } = await create({ performanceTestId, ...input, key: intent.current.key })
    return data ? { data: editedOf(data) } : { error }
  }
}
