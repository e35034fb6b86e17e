import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SaveError } from '../../../ui/admin/SaveError.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { judgeApi } from '../judge/api.ts'
import { judgeKey } from '../judge/judgeForm.ts'
import { generatingTexts } from './lang/en.ts'
import { MethodField } from './MethodField.tsx'
import { OutcomeNotes } from './OutcomeNotes.tsx'
import { type ListProps, ProposalList } from './ProposalList.tsx'
import { countsOf } from './proposals.ts'
import { SourceField } from './SourceField.tsx'

interface Props extends ListProps {
  close: () => void
}

/** Chooses a file, and lists the cases that it suggests, to accept them one by one. */
export function ProposalsDialog(props: Props) {
  const { performanceTestId, proposing, close } = props
  const t = generatingTexts.useText()
  const { data } = judgeApi.useListJudgesQuery()
  const models = data?.items
  const { file, method, proposals, outcome, isBusy, error } = proposing
  const [tried, setTried] = useState(false)
  const model = models?.find((one) => judgeKey(one) === method) ?? null
  const counts = countsOf(proposals)
  const start = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  // The button that stops it is gone then.
  useEffect(() => {
    if (wasBusy.current && !isBusy && !start.current?.form?.contains(document.activeElement))
      start.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])

  function submit() {
    setTried(true)
    if (file) void proposing.propose(model)
  }

  return (
    <FormDialog
      title={t('title')}
      text={t('text')}
      width="md"
      // Those that no one has decided on are lost.
      dirty={counts.open > 0}
      busy={isBusy}
      error={undefined}
      submit={submit}
      close={close}
    >
      <SourceField
        performanceTestId={performanceTestId}
        file={file}
        isBusy={isBusy}
        error={tried && !file ? t('fileRequired') : undefined}
        choose={proposing.chooseFile}
      />
      <MethodField models={models} method={method} isBusy={isBusy} choose={proposing.chooseMethod} />
      <div className="row generating-start">
        <button ref={start} type="submit" className="btn pri" aria-disabled={isBusy}>
          {t('propose')}
        </button>
        {isBusy && (
          <>
            <button type="button" className="btn out" onClick={proposing.stop}>
              {t('stop')}
            </button>
            <p className="row grow s13 m2" role="status">
              <LoaderCircle size={16} className="spin" />
              <span className="wrap">{t(model ? 'asking' : 'reading')}</span>
            </p>
          </>
        )}
      </div>
      <SaveError error={error} />
      <OutcomeNotes outcome={outcome} />
      {proposals.length > 0 && <ProposalList {...props} />}
    </FormDialog>
  )
}
