import { limits } from '@parlance/contract/limits'
import { Pencil, Play } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useHoldPage } from '../../../base/useHoldPage.ts'
import { isComposing } from '../../../ui/composing.ts'
import { CodeBlock } from '../../../ui/markdown/CodeBlock.tsx'
import type { CodeCell } from './cells.ts'
import { codeTexts } from './lang/en.ts'
import type { CodeRuns } from './useCodeRuns.ts'

/** The code of a cell, which the person can change and run again. What it shows comes after all other cells. */
export function RunnableCode({ cell: { code }, runs }: { cell: CodeCell; runs: CodeRuns }) {
  const t = codeTexts.useText()
  /** Kept until it has run, also while the editor is closed. */
  const [draft, setDraft] = useState<string | null>(null)
  const [isEditing, setEditing] = useState(false)
  useHoldPage(draft !== null && draft !== code)

  async function run(text: string): Promise<void> {
    setEditing(false)
    if (await runs.run(text)) setDraft(null)
    // What couldn't be run stays in the editor.
    else if (draft !== null) setEditing(true)
  }
  if (isEditing)
    return (
      <CodeEditor
        code={draft ?? code}
        isBusy={runs.isRunning}
        onChange={setDraft}
        onRun={run}
        onCancel={() => {
          setDraft(null)
          setEditing(false)
        }}
      />
    )
  return (
    <>
      <CodeBlock text={code} language="python" closed />
      <div className="row code-actions">
        <button type="button" className="btn ghost sm" onClick={() => setEditing(true)}>
          <Pencil size={14} />
          {t('edit')}
        </button>
        <button
          type="button"
          className="btn ghost sm"
          aria-disabled={runs.isRunning}
          onClick={() => !runs.isRunning && void run(code)}
        >
          <Play size={14} />
          {t('runAgain')}
        </button>
      </div>
    </>
  )
}

interface EditorProps {
  code: string
  isBusy: boolean
  onChange: (code: string) => void
  onRun: (code: string) => void
  onCancel: () => void
}

function CodeEditor({ code, isBusy, onChange, onRun, onCancel }: EditorProps) {
  const t = codeTexts.useText()
  const hint = useId()
  const isReady = !isBusy && code.trim() !== ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (isReady) onRun(code)
  }
  return (
    <form
      className="code-editor"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onRun(code)
      }}
    >
      <textarea
        dir="ltr"
        translate="no"
        rows={Math.min(24, code.split('\n').length + 1)}
        value={code}
        aria-label={t('code')}
        aria-describedby={hint}
        maxLength={limits.codeCharacters}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        // biome-ignore lint/a11y/noAutofocus: it opens upon a request to edit.
        autoFocus
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row code-actions">
        <span className="small m3 grow" id={hint}>
          {t('runKeys')}
        </span>
        <button type="button" className="btn ghost sm" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className="btn pri sm" disabled={!isReady}>
          {t('run')}
        </button>
      </div>
    </form>
  )
}
