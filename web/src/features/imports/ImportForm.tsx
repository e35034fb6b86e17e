import { limits } from '@parlance/contract/limits'
import { FileUp } from 'lucide-react'
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react'
import { useHoldPage } from '../../base/useHoldPage.ts'
import { formatDate } from '../../lang/format.ts'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import { errorText, errorTexts } from '../../ui/errorText.ts'
import { conversationsApi } from '../chatModel/api.ts'
import { firstAgent } from '../chatModel/firstAgent.ts'
import { closeImports } from '../openers/importDialog.ts'
import { type Import, importUploads } from './data/api.ts'
import { importsTexts } from './lang/en.ts'
import '../../ui/admin/edit.css'

type Upload = ReturnType<typeof importUploads.uploads.read>['items'][number]

interface Props {
  /** The upload that was rejected or failed. */
  failed: Upload | undefined
  earlier: readonly Import[]
  show: (importId: string) => void
}

export function ImportForm({ failed, earlier, show }: Props) {
  const t = importsTexts.useText()
  const { data: agents } = conversationsApi.useListAvailableGptSystemsQuery()
  const [file, setFile] = useState<File>()
  useHoldPage(file !== undefined)
  const [chosen, setChosen] = useState(failed?.target.gptSystemId)
  const [tried, setTried] = useState(false)
  const agent = chosen ?? firstAgent(agents ?? [], null)?.gptSystemId
  const error = errorOf(file, tried, failed, t)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!file || !agent || file.size > limits.importBytes) return
    importUploads.cancelAll(() => true)
    importUploads.add({ gptSystemId: agent }, [{ file }])
  }
  const take = (taken: File | undefined) => {
    if (!taken) return
    setFile(taken)
    setTried(false)
    // Clears errors of the previous file.
    importUploads.cancelAll(() => true)
  }

  return (
    <form
      className="imports-form"
      noValidate
      onSubmit={submit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        take(event.dataTransfer.files[0])
      }}
    >
      <p className="m2">{t('text')}</p>
      <FileChoice file={file} name={failed?.name} error={error} choose={take} />
      {agents && agents.length === 0 ? (
        <p className="strip w">{t('noAgents')}</p>
      ) : (
        <SelectField
          field="gptSystemId"
          label={t('agent')}
          hint={t('agentHint')}
          value={agent ?? ''}
          options={(agents ?? []).map(({ gptSystemId, name }) => ({ key: gptSystemId, label: name }))}
          change={setChosen}
        />
      )}
      <Earlier imports={earlier} show={show} />
      <div className="row actions">
        <button type="button" className="btn ghost" onClick={closeImports}>
          {t('cancel')}
        </button>
        <button type="submit" className="btn pri" disabled={!agent}>
          {t('start')}
        </button>
      </div>
    </form>
  )
}

function errorOf(
  file: File | undefined,
  tried: boolean,
  failed: Upload | undefined,
  t: ReturnType<typeof importsTexts.useText>,
): string | undefined {
  if (file && file.size > limits.importBytes) return errorTexts.text('import.tooLarge')
  if (!file && tried) return t('noFile')
  return failed ? errorText(failed.error) : undefined
}

interface FileProps {
  file: File | undefined
  /** Name of the file that failed. */
  name: string | undefined
  error: string | undefined
  choose: (file: File | undefined) => void
}

function FileChoice({ file, name, error, choose }: FileProps) {
  const t = importsTexts.useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <FieldFrame id={id} field="file" label={t('file')} hint={t('fileHint')} error={error}>
      <button
        id={id}
        type="button"
        className="in imports-file"
        {...described(id, true, error)}
        onClick={() => input.current?.click()}
      >
        <FileUp size={16} className="m3" />
        <bdi className="grow trunc">{file?.name ?? name ?? t('choose')}</bdi>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,.json,application/zip,application/json"
        onChange={(event) => {
          choose(event.target.files?.[0])
          // Allows the same file to be selected again.
          event.target.value = ''
        }}
      />
    </FieldFrame>
  )
}

function Earlier({ imports, show }: { imports: readonly Import[]; show: Props['show'] }) {
  const t = importsTexts.useText()
  if (imports.length === 0) return null
  return (
    <section className="imports-earlier">
      <h3 className="s13 m2">{t('earlier')}</h3>
      <ul>
        {imports.map(({ importId, fileName, createdAt, phase, taken }) => (
          <li key={importId}>
            <button
              type="button"
              className="text-button"
              aria-label={t('showReport', { name: fileName })}
              onClick={() => show(importId)}
            >
              <bdi className="trunc">{fileName}</bdi>
            </button>
            <span className="m3 s13">
              {formatDate(createdAt, { day: 'numeric', month: 'short' })} ·{' '}
              {phase === 'Failed' ? t('failed') : taken === 0 ? t('takenNone') : t('taken', { count: taken })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
