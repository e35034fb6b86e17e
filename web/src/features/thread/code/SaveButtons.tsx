import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { toast } from '../../../ui/toast.tsx'
import type { CellPart, CodeCell } from './cells.ts'
import { type Place, useFetchCodeFile } from './codeFile.ts'
import { codeTexts } from './lang/en.ts'
import { notebookOf } from './notebook.ts'

type File = Extract<CellPart, { kind: 'file' }>

/** Saves a file that code wrote. */
export function FileButton({ file: { fileId, name }, place }: { file: File; place: Place }) {
  const t = codeTexts.useText()
  const fetched = useFetchCodeFile(place)
  return (
    <SaveButton label={t('download', { name })} name={name} load={() => fetched(fileId)}>
      <bdi>{name}</bdi>
    </SaveButton>
  )
}

/** The cells as a file for Jupyter. */
export function NotebookButton({ cells, place }: { cells: readonly CodeCell[]; place: Place }) {
  const t = codeTexts.useText()
  const fetched = useFetchCodeFile(place)
  const load = async () => {
    const notebook = await notebookOf(cells, async (fileId) => base64Of(await fetched(fileId)))
    return new Blob([notebook], { type: 'application/x-ipynb+json' })
  }
  return (
    <p>
      <SaveButton label={t('notebook')} name="code.ipynb" load={load}>
        {t('notebook')}
      </SaveButton>
    </p>
  )
}

interface SaveProps {
  label: string
  name: string
  load: () => Promise<Blob>
  children: ReactNode
}

function SaveButton({ label, name, load, children }: SaveProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    if (busy) return
    setBusy(true)
    try {
      saveFile(await load(), name)
    } catch (error) {
      toast.error(errorText(error))
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      className="btn soft sm"
      aria-disabled={busy}
      aria-label={label}
      onClick={() => void download()}
    >
      <Download size={14} />
      {children}
    </button>
  )
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
