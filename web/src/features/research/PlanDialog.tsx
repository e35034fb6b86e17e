import type { ResearchPlan } from '@parlance/contract/research'
import { useEffect, useId, useRef, useState } from 'react'
import { focusInvalid } from '../../ui/admin/focusInvalid.ts'
import { errorText } from '../../ui/errorText.ts'
import { useGuardedClose } from '../../ui/leaveGuard.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { researchApi } from './data/api.ts'
import { researchTexts } from './lang/en.ts'
import { PlanFields } from './PlanFields.tsx'
import { type PlanValues, planOf, valuesOf } from './planForm.ts'
import './research.css'

interface Props {
  question: string
  gptSystemId: string
  start: (plan: ResearchPlan) => void
  /** Puts the question back where it was written. */
  cancel: () => void
}

/** Proposes a plan for a question, lets the person change it, and starts the research. */
export default function PlanDialog({ question, gptSystemId, start, cancel }: Props) {
  const t = researchTexts.useText()
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  const [plan, { data: proposal, error, isLoading }] = researchApi.usePlanResearchMutation()
  const [values, setValues] = useState<PlanValues | null>(null)
  const [isChanged, setChanged] = useState(false)
  const [tried, setTried] = useState(false)
  const { guardedClose } = useGuardedClose(isChanged, cancel)
  const propose = async () => {
    const { data } = await plan({ gptSystemId, question })
    if (!data) return
    setValues(valuesOf(data))
    setChanged(false)
    setTried(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a plan is proposed once, and again on request.
  useEffect(() => void propose(), [])
  const submit = () => {
    setTried(true)
    const chosen = values && proposal && planOf(values, proposal)
    if (chosen) start(chosen)
    else focusInvalid(() => content.current)
  }
  return (
    <Dialog open onClose={guardedClose} fullWidth maxWidth="md" aria-labelledby={id}>
      <div className="dialog research-plan" ref={content}>
        <h2 className="h3" id={id}>
          {t('title')}
        </h2>
        <p dir="auto" className="research-question">
          {question}
        </p>
        <p className="s13 m2" role="status">
          {isLoading ? t('planning') : ''}
        </p>
        {Boolean(error) && (
          <p className="strip e" role="alert">
            {errorText(error)}
          </p>
        )}
        {values && proposal && (
          <PlanFields
            proposal={proposal}
            values={values}
            tried={tried}
            change={(next) => {
              setValues(next)
              setChanged(true)
            }}
          />
        )}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={guardedClose}>
            {t('cancel')}
          </button>
          <button
            type="button"
            className="btn out"
            aria-disabled={isLoading}
            onClick={() => !isLoading && void propose()}
          >
            {t('again')}
          </button>
          <button type="button" className="btn pri" aria-disabled={!values || isLoading} onClick={submit}>
            {t('start')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
