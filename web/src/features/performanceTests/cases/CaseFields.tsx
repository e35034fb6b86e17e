import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { testsTexts } from '../lang/en.ts'
import { CitationsField } from './CitationsField.tsx'
import { type CaseValues, checksSomething, listLimits, type TextList } from './caseForm.ts'
import { TextListField } from './TextListField.tsx'

interface Props {
  form: EditForm<CaseValues>
  performanceTestId: string
  tags: readonly string[]
  readOnly: boolean
}

/** The fields of a case: what most cases have first, the rest under More options. */
export function CaseFields({ form, performanceTestId, tags, readOnly }: Props) {
  const t = testsTexts.useText()
  const { values, errors, set, check } = form
  const list = (field: TextList, hint: string, suggestions?: readonly string[]) => (
    <TextListField
      field={field}
      label={t(field)}
      hint={hint}
      values={values[field]}
      errors={errors}
      most={listLimits[field].entries}
      suggestions={suggestions}
      readOnly={readOnly}
      change={(texts) => set(field, texts)}
      leave={() => check(field)}
    />
  )
  return (
    <>
      <Question form={form} readOnly={readOnly} />
      {list('expectedFacts', t('expectedFactsHint'))}
      <CitationsField
        performanceTestId={performanceTestId}
        values={values.expectedCitations}
        errors={errors}
        readOnly={readOnly}
        change={(citations) => set('expectedCitations', citations)}
        leave={() => check('expectedCitations')}
      />
      {list('forbidden', t('forbiddenHint'))}
      <SwitchField
        field="expectRefusal"
        label={t('expectRefusal')}
        hint={t('expectRefusalHint')}
        on={values.expectRefusal}
        disabled={readOnly}
        change={(expectRefusal) => set('expectRefusal', expectRefusal)}
      />
      {values.question.trim() !== '' && !checksSomething(values) && (
        <p className="strip w">
          <TriangleAlert size={16} />
          {t('uncheckedHint')}
        </p>
      )}
      <More open={values.turns.length > 0 || values.tags.length > 0 || values.weight !== '1'} errors={errors}>
        {list('turns', t('turnsHint'))}
        {list('tags', t('tagsHint'), tags)}
        <TextField
          field="weight"
          label={t('weight')}
          hint={t('weightHint')}
          value={values.weight}
          error={errors.weight}
          disabled={readOnly}
          change={(weight) => set('weight', weight)}
          leave={() => check('weight')}
        />
      </More>
    </>
  )
}

function Question({ form, readOnly }: { form: EditForm<CaseValues>; readOnly: boolean }) {
  const t = testsTexts.useText()
  const id = useId()
  const { values, errors, set, check } = form
  const hint = t('questionHint')
  return (
    <FieldFrame id={id} field="question" label={t('question')} hint={hint} error={errors.question}>
      <textarea
        id={id}
        className="in case-question"
        dir="auto"
        rows={2}
        value={values.question}
        readOnly={readOnly}
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that the user just opened
        autoFocus={!readOnly}
        {...described(id, hint, errors.question)}
        onChange={(event) => set('question', event.target.value)}
        onBlur={() => values.question !== '' && check('question')}
      />
    </FieldFrame>
  )
}

interface MoreProps {
  /** Whether some of the options are set. */
  open: boolean
  errors: EditForm<CaseValues>['errors']
  children: React.ReactNode
}

const FOLDED = /^(turns|tags|weight)\b/

/** Options that most cases don't need. They open if one is set or has an error, so that it can be corrected. */
function More({ open, errors, children }: MoreProps) {
  const t = testsTexts.useText()
  const [initially] = useState(open)
  const wanted = Object.keys(errors).some((path) => FOLDED.test(path))
  const [opened, setOpened] = useState(initially)
  return (
    <details
      className="case-more"
      open={opened || wanted}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="s13">{t('more')}</summary>
      <div className="case-more-fields">{children}</div>
    </details>
  )
}
