import { useId } from 'react'
import { formatNumber } from '../../../lang/format.ts'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import type { EditForm } from '../../../ui/admin/useEditForm.ts'
import { type JudgeValues, judgeKey, type NamedJudge } from './judgeForm.ts'
import { judgeTexts } from './lang/en.ts'

interface Props<Values extends JudgeValues> {
  form: EditForm<Values>
  /** The deployments that may judge. */
  allowed: readonly NamedJudge[]
  /** The deployment that the test has now, which can be kept although it isn’t allowed anymore. */
  current: NamedJudge | null
}

const scores = ['0', '1', '2', '3', '4', '5']

/** Which model rates the answers of a test, and by what. */
export function JudgeFields<Values extends JudgeValues>({
  form: { values, errors, set },
  allowed,
  current,
}: Props<Values>) {
  const t = judgeTexts.useText()
  const isLost = current !== null && !allowed.some((one) => judgeKey(one) === judgeKey(current))
  if (allowed.length === 0 && current === null) return <p className="small m2">{t('noJudges')}</p>
  return (
    <>
      <SelectField
        field="judge"
        label={t('judge')}
        hint={t('judgeHint')}
        value={values.judge}
        error={errors.judge}
        options={[
          { key: '', label: t('none') },
          ...allowed.map((one) => ({ key: judgeKey(one), label: one.deploymentName })),
          ...(isLost
            ? [{ key: judgeKey(current), label: t('notAllowed', { name: current.deploymentName }) }]
            : []),
        ]}
        change={(judge) => set('judge', judge)}
      />
      {values.judge !== '' && (
        <>
          <SelectField
            field="minimumScore"
            label={t('minimumScore')}
            value={values.minimumScore}
            options={scores.map((key) => ({ key, label: formatNumber(Number(key)) }))}
            change={(score) => set('minimumScore', score)}
          />
          <Rubric value={values.rubric} error={errors.rubric} change={(rubric) => set('rubric', rubric)} />
        </>
      )}
    </>
  )
}

interface RubricProps {
  value: string
  error: string | undefined
  change: (value: string) => void
}

function Rubric({ value, error, change }: RubricProps) {
  const t = judgeTexts.useText()
  const id = useId()
  const hint = t('rubricHint')
  return (
    <FieldFrame id={id} field="rubric" label={t('rubric')} hint={hint} error={error}>
      <textarea
        id={id}
        className="in rubric"
        dir="auto"
        rows={5}
        value={value}
        {...described(id, hint, error)}
        onChange={({ target }) => change(target.value)}
      />
    </FieldFrame>
  )
}
