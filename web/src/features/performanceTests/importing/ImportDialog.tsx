import { limits } from '@parlance/contract/limits'
import { useState } from 'react'
import { useHoldPage } from '../../../base/useHoldPage.ts'
import { newId } from '../../../session/http.ts'
import { toast } from '../../../ui/toast.tsx'
import { type CasePreview, testsApi } from '../data/api.ts'
import { FormDialog } from '../FormDialog.tsx'
import { testsTexts } from '../lang/en.ts'
import { CasesInput } from './CasesInput.tsx'
import { PreviewedCases } from './PreviewedCases.tsx'
import { withHead } from './pasted.ts'

/** Cases that were read, but not imported yet. */
interface Read {
  preview: CasePreview
  file: File
  /** Lines that were added before what was pasted. */
  added: number
  /** One key per file, so that a retry doesn’t import it twice. */
  key: string
}

/** Imports cases that were pasted or are in a file, after they were looked through. */
export function ImportDialog({ performanceTestId, close }: { performanceTestId: string; close: () => void }) {
  const t = testsTexts.useText()
  const [pasted, paste] = useState('')
  const [file, choose] = useState<File>()
  const [read, setRead] = useState<Read>()
  const [tried, setTried] = useState(false)
  const [readCases, reading] = testsApi.usePreviewCasesMutation()
  const [importCases, importing] = testsApi.useImportCasesMutation()
  useHoldPage(file !== undefined)

  async function look() {
    setTried(true)
    if (file && file.size > limits.caseFileBytes) return
    if (!file && pasted.trim() === '') return
    const { text, added } = withHead(pasted)
    const sent = file ?? new File([text], 'cases.csv', { type: 'text/csv' })
    const { data } = await readCases({ performanceTestId, file: sent })
    if (data) setRead({ preview: data, file: sent, added: file ? 0 : added, key: newId() })
  }

  async function take({ preview, file: sent, key }: Read) {
    const leaveOut = preview.linesWithProblems > 0
    const { data } = await importCases({ performanceTestId, file: sent, leaveOut, key })
    if (!data) return
    toast.success(t('imported', { count: data.imported }))
    close()
  }

  const isDirty = file !== undefined || pasted !== ''
  if (!read)
    return (
      <FormDialog
        title={t('importTitle')}
        width="sm"
        dirty={isDirty}
        busy={reading.isLoading}
        error={reading.error}
        button={t('preview')}
        submit={() => void look()}
        close={close}
      >
        <CasesInput pasted={pasted} paste={paste} file={file} choose={choose} tried={tried} />
      </FormDialog>
    )
  const { cases, linesWithProblems } = read.preview
  const button = t(linesWithProblems > 0 ? 'importOthers' : 'importAll', { count: cases })
  return (
    <FormDialog
      title={t('importTitle')}
      width="md"
      dirty={isDirty}
      busy={importing.isLoading}
      error={importing.error}
      {...(cases > 0 && { button })}
      buttons={
        <button
          type="button"
          className="btn out"
          onClick={() => {
            importing.reset()
            setRead(undefined)
          }}
        >
          {t('back')}
        </button>
      }
      submit={() => void take(read)}
      close={close}
    >
      <PreviewedCases preview={read.preview} added={read.added} />
    </FormDialog>
  )
}
