import { CircleAlert, FileUp } from 'lucide-react'
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { newId, problemOf } from '../../session/http.ts'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { useGuardedClose } from '../../ui/leaveGuard.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { keyError } from './brandForm.ts'
import { brandsApi, type Imported } from './data/api.ts'
import { editPath } from './data/brandPaths.ts'
import { brandsTexts } from './lang/en.ts'

export function ImportBrandDialog({ close }: { close: () => void }) {
  const [imported, setImported] = useState<Imported>()
  // A file or key that isn’t imported yet.
  const [dirty, tell] = useState(false)
  const { guardedClose } = useGuardedClose(dirty, close)
  return (
    <Dialog open onClose={guardedClose} fullWidth maxWidth="xs" aria-labelledby="import-title">
      {imported ? (
        <Done brand={imported} close={close} />
      ) : (
        <ImportForm close={close} imported={setImported} tell={tell} />
      )}
    </Dialog>
  )
}

/** Assigns the server's errors to their fields: the key if it is invalid or taken, and otherwise the file. */
function useRefusals(error: unknown) {
  const problem = problemOf(error)
  const [first] = problem?.errors ?? []
  const ofKey = problem?.code === 'brand.keyTaken' || first?.field === 'brandKey'
  const text = error ? errorText(error) : undefined
  const reason = problem?.code === 'request.invalid' && first ? first.message : text
  return { key: ofKey ? reason : undefined, file: ofKey ? undefined : reason }
}

interface FormProps {
  close: () => void
  imported: (brand: Imported) => void
  /** Reports whether there is input. */
  tell: (dirty: boolean) => void
}

function ImportForm({ close, imported, tell }: FormProps) {
  const t = brandsTexts.useText()
  const common = uiTexts.useText()
  const [file, setFile] = useState<File>()
  const [key, setKey] = useState('')
  const [tried, setTried] = useState(false)
  const dirty = file !== undefined || key !== ''
  useEffect(() => {
    tell(dirty)
    return () => tell(false)
  }, [tell, dirty])
  const [send, { isLoading, error, reset }] = brandsApi.useImportBrandMutation()
  // A different file or key gets a new idempotency key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: renewed for each file and key.
  const intent = useMemo(newId, [file, key])
  const refusals = useRefusals(error)
  const errors = {
    file: tried && !file ? t('importNoFile') : refusals.file,
    key: key !== '' && tried ? (keyError(key, t) ?? refusals.key) : refusals.key,
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!file || (key !== '' && keyError(key, t)) || isLoading) return
    const { data } = await send({ file, brandKey: key || undefined, key: intent })
    if (data) imported(data)
  }

  return (
    <form className="dialog" noValidate onSubmit={submit}>
      <h2 className="h3" id="import-title">
        {t('importTitle')}
      </h2>
      <FileChoice
        file={file}
        error={errors.file}
        choose={(chosen) => {
          setFile(chosen)
          reset()
        }}
      />
      <TextField
        field="brandKey"
        code
        label={t('importKey')}
        hint={t('importKeyHint')}
        value={key}
        error={errors.key}
        change={(typed) => {
          setKey(typed)
          reset()
        }}
      />
      <div className="row actions">
        <button type="button" className="btn ghost" onClick={close}>
          {common('cancel')}
        </button>
        <button type="submit" className="btn pri" aria-disabled={isLoading}>
          {t('import')}
        </button>
      </div>
    </form>
  )
}

interface FileProps {
  file: File | undefined
  error: string | undefined
  choose: (file: File) => void
}

function FileChoice({ file, error, choose }: FileProps) {
  const t = brandsTexts.useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <FieldFrame id={id} field="file" label={t('importFile')} hint={t('importHint')} error={error}>
      <button
        id={id}
        type="button"
        className="in file-choice"
        {...described(id, true, error)}
        onClick={() => input.current?.click()}
      >
        <FileUp size={16} className="m3" />
        <bdi className="grow trunc">{file?.name ?? t('importChoose')}</bdi>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) choose(chosen)
          event.target.value = ''
        }}
      />
    </FieldFrame>
  )
}

function Done({ brand, close }: { brand: Imported; close: () => void }) {
  const t = brandsTexts.useText()
  const common = uiTexts.useText()
  return (
    <div className="dialog" role="status">
      <h2 className="h3 wrap" id="import-title">
        {t('importDone', { name: brand.name })}
      </h2>
      {brand.leftOut.length > 0 && (
        <div className="strip w left-out">
          <CircleAlert size={16} />
          <div className="grow">
            {t('importLeftOut')}
            <ul className="reasons">
              {brand.leftOut.map((host) => (
                <li key={host}>
                  <bdi className="mono">{host}</bdi>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <div className="row actions">
        <button type="button" className="btn ghost" onClick={close}>
          {common('close')}
        </button>
        <Link to={editPath(brand.brandKey)} className="btn pri">
          {t('openBrand')}
        </Link>
      </div>
    </div>
  )
}
