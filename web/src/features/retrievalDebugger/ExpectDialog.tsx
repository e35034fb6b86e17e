import { skipToken } from '@reduxjs/toolkit/query'
import { FlaskConical } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { newId } from '../../session/http.ts'
import { FieldError } from '../../ui/admin/fields/FieldFrame.tsx'
import type { Findable, Found } from '../../ui/admin/fields/Finder.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Chosen, OneChoice } from '../accessExplanations/OneChoice.tsx'
import { testsApi } from '../performanceTests/data/api.ts'
import { FormDialog } from '../performanceTests/FormDialog.tsx'
import { debuggerApi } from './data/api.ts'
import { debuggerTexts } from './lang/en.ts'

interface Props {
  passageId: string
  question: string
  /** Offers only tests of this agent. */
  gptSystemId: string | undefined
  close: () => void
}

/** Adds a case to a performance test whose answer has to cite a passage. */
export function ExpectDialog({ passageId, question, gptSystemId, close }: Props) {
  const t = debuggerTexts.useText()
  const id = useId()
  const [expect, { error, isLoading }] = debuggerApi.useExpectPassageMutation()
  const [test, setTest] = useState<Chosen>()
  const [tried, setTried] = useState(false)
  const intent = useRef({ of: '', key: '' })
  const useTests = (search: string | null) => useFoundTests(gptSystemId, search, t('noTests'))

  async function submit() {
    setTried(true)
    if (!test) return
    // One key per test, so that a retry doesn't add a second case.
    if (intent.current.of !== test.id) intent.current = { of: test.id, key: newId() }
    const input = { performanceTestId: test.id, question, passageId, key: intent.current.key }
    const { data } = await expect(input)
    if (!data) return
    toast.success(t('caseAdded', { name: test.name ?? '' }))
    close()
  }

  const missing = tried && !test ? t('testRequired') : undefined
  return (
    <FormDialog
      title={t('expectTitle')}
      text={t('expectText', { question })}
      dirty={false}
      busy={isLoading}
      error={error}
      button={t('addCase')}
      submit={() => void submit()}
      close={close}
    >
      <div className="field debugger-find" data-field="performanceTestId">
        <span className="switch-label">{t('test')}</span>
        <OneChoice
          label={t('findTest')}
          Icon={FlaskConical}
          useFound={useTests}
          chosen={test?.name}
          choose={setTest}
        />
        <FieldError id={id} error={missing} />
      </div>
    </FormDialog>
  )
}

/** The tests whose cases the user can change. */
function useFoundTests(
  gptSystemId: string | undefined,
  search: string | null,
  nothing: string,
): Found<Findable> {
  const { currentData, isFetching, error } = testsApi.useListPerformanceTestsInfiniteQuery(
    search === null ? skipToken : { gptSystemId, search },
  )
  const tests = currentData?.pages.flatMap(({ items }) => items) ?? []
  return {
    items: tests
      .filter(({ mayEdit }) => mayEdit)
      .map(({ performanceTestId, name, agentName }) => ({
        key: performanceTestId,
        name,
        note: agentName,
        Icon: FlaskConical,
      })),
    searching: isFetching,
    error,
    nothing,
  }
}
