import type { ResearchPlan } from '@parlance/contract/research'
import { useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { focusInvalid } from '../../ui/admin/focusInvalid.ts'
import { errorText } from '../../ui/errorText.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import type { NamedDeployment } from '../chatModel/deploymentChoice.ts'
import { type ResearchProposal, researchApi } from './data/api.ts'
import { keepPlan, keptPlan } from './keptPlan.ts'
import { researchTexts } from './lang/en.ts'
import { PlanFields } from './PlanFields.tsx'
import { isChanged, type PlanValues, planOf, valuesOf } from './planForm.ts'
import './research.css'

interface Props {
  /** The draft that the question is in, which keeps its plan. */
  draftOf: string
  question: string
  gptSystemId: string
  following: { conversationId?: string; parentSegmentId?: string | null }
  /** The deployment that is sent with the question. */
  deployment: NamedDeployment | null | undefined
  start: (plan: ResearchPlan) => void
  cancel: () => void
}

interface Shown {
  proposal: ResearchProposal
  values: PlanValues
}

/** Proposes a plan for a question, lets the person change it, and starts the research. */
export default function PlanDialog(props: Props) {
  const { draftOf, question, gptSystemId, following, deployment, start, cancel } = props
  const t = researchTexts.useText()
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  const [plan, { error, isLoading }] = researchApi.usePlanResearchMutation()
  const [shown, setShown] = useState<Shown | null>(() =>
    keptPlan(draftOf, { question, gptSystemId, deployment }),
  )
  const [tried, setTried] = useState(false)
  const [isReplacing, setIsReplacing] = useState(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const show = (next: Shown) => {
    setShown(next)
    keepPlan(draftOf, { question, gptSystemId, deployment, ...next })
  }
  const propose = async () => {
    const { data } = await plan({
      gptSystemId,
      question,
      ...following,
      ...(deployment !== undefined && { deployment }),
    })
    // A plan that arrives after the dialog was closed would turn research on again.
    if (!data || !isOpen.current) return
    show({ proposal: data, values: valuesOf(data) })
    setTried(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a plan is proposed once, and again on request.
  useEffect(() => {
    if (!shown) void propose()
  }, [])
  const planAgain = () => {
    if (shown && isChanged(shown.values, shown.proposal)) setIsReplacing(true)
    else void propose()
  }
  const submit = () => {
    setTried(true)
    const chosen = shown && planOf(shown.values, shown.proposal)
    if (chosen) start(chosen)
    else focusInvalid(() => content.current)
  }
  return (
    <Dialog open onClose={cancel} fullWidth maxWidth="md" aria-labelledby={id}>
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
        {shown && !isLoading && (
          <PlanFields {...shown} tried={tried} change={(values) => show({ ...shown, values })} />
        )}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={cancel}>
            {t('cancel')}
          </button>
          <button
            type="button"
            className="btn out"
            aria-disabled={isLoading}
            onClick={() => !isLoading && planAgain()}
          >
            {t('again')}
          </button>
          <button
            type="button"
            className="btn pri"
            aria-disabled={!shown || isLoading}
            onClick={() => !isLoading && submit()}
          >
            {t('start')}
          </button>
        </div>
        {isReplacing && (
          <ConfirmDialog
            title={t('replaceTitle')}
            text={t('replaceText')}
            button={t('again')}
            busy={false}
            confirm={() => {
              setIsReplacing(false)
              void propose()
            }}
            close={() => setIsReplacing(false)}
          />
        )}
      </div>
    </Dialog>
  )
}
