import { ChevronDown, CircleAlert, Square, SquareTerminal } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { errorText, requestIdOf } from '../../../ui/errorText.ts'
import { CodeBlock } from '../../../ui/markdown/CodeBlock.tsx'
import { plainSurroundings, SurroundingsContext } from '../../../ui/markdown/index.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { useMarkdownWords } from '../../chatModel/useMarkdownWords.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { type CellPart, type CodeCell, cellsOf, type ResultTable } from './cells.ts'
import type { Place } from './codeFile.ts'
import { codeTexts } from './lang/en.ts'
import { RunnableCode } from './RunnableCode.tsx'
import { FileButton, NotebookButton } from './SaveButtons.tsx'
import { Tables } from './Tables.tsx'
import { type CodeRuns, useCodeRuns } from './useCodeRuns.ts'
import './code.css'

interface Props {
  text: string
  /** Null if its charts and files can’t be loaded here. */
  place: Place | null
  /** The code can be run again here. */
  isRunnable: boolean
}

/** The code that an answer ran, its charts, and its files. Code and output are shown on request. */
export default function CodeCells({ text: stored, place, isRunnable }: Props) {
  const added = useCodeRuns(place, stored)
  const runs = place && isRunnable ? added : null
  const text = stored + added.text
  const t = codeTexts.useText()
  const cells = useMemo(() => cellsOf(text) ?? [], [text])
  const words = useMarkdownWords()
  const around = useMemo(() => ({ ...plainSurroundings, words }), [words])
  const parts = cells.flatMap((cell) => cell.parts)
  const files = new Map(parts.flatMap((part) => (part.kind === 'file' ? [[part.name, part]] : [])))
  return (
    <div className="code-cells">
      <details className="steps">
        <summary className="steps-line">
          <SquareTerminal size={14} />
          <span>{t('cells', { count: cells.length })}</span>
          <ChevronDown size={14} className="chevron" />
        </summary>
        <SurroundingsContext value={around}>
          {cells.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells never move.
            <Cell key={at} cell={cell}>
              {runs ? (
                <RunnableCode cell={cell} runs={runs} />
              ) : (
                <CodeBlock text={cell.code} language="python" closed={!cell.isOpen} />
              )}
            </Cell>
          ))}
        </SurroundingsContext>
        {runs && <RunState runs={runs} />}
        {place && <NotebookButton cells={cells} place={place} />}
      </details>
      {place &&
        parts.map(
          (part) => part.kind === 'chart' && <ChartFigure key={part.fileId} chart={part} place={place} />,
        )}
      {place && files.size > 0 && (
        <ul className="row code-files">
          {[...files.values()].map((file) => (
            <li key={file.fileId}>
              <FileButton file={file} place={place} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whether code runs that the person started, with the way to stop it, or why it couldn’t be run. */
function RunState({ runs: { isRunning, stop, error } }: { runs: CodeRuns }) {
  const t = codeTexts.useText()
  const named = conversationTexts.useText()
  const id = requestIdOf(error)
  const place = useRef<HTMLDivElement>(null)
  // What is shown comes here, and the editor, which had the focus, is closed.
  useEffect(() => {
    if (isRunning) place.current?.focus()
  }, [isRunning])
  return (
    <>
      <div ref={place} role="status" tabIndex={-1} className="row code-actions">
        {isRunning && (
          <>
            <span className="small m2 grow">{t('running')}</span>
            <button type="button" className="btn soft sm" onClick={stop}>
              <Square size={14} />
              {t('stop')}
            </button>
          </>
        )}
      </div>
      {error !== null && (
        <div className="strip e" role="alert">
          <CircleAlert size={16} />
          <div className="grow">
            <p>{errorText(error)}</p>
            {id && (
              <p className="small" dir="auto">
                {named('requestId', { id })}
              </p>
            )}
          </div>
        </div>
      )}
    </>
  )
}

function Cell({ cell: { parts, isByPerson }, children }: { cell: CodeCell; children: ReactNode }) {
  const t = codeTexts.useText()
  return (
    <div className="md code-cell">
      {isByPerson && <p className="small m3 code-note">{t('byPerson')}</p>}
      {children}
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never move.
        <Part key={at} part={part} />
      ))}
    </div>
  )
}

function Part({ part }: { part: CellPart }) {
  const t = codeTexts.useText()
  if (part.kind === 'table') return <TableOf table={part.table} />
  if (part.kind !== 'output' && part.kind !== 'error') return null
  return (
    <pre
      className={part.kind === 'error' ? 'code-output e' : 'code-output'}
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll long output.
      tabIndex={0}
    >
      <span className="hidden">{t(part.kind)}</span>
      {part.text}
    </pre>
  )
}

function TableOf({ table: { columns, rows, total } }: { table: ResultTable }) {
  const t = codeTexts.useText()
  const isPart = rows.length < total
  const note = isPart ? t('tablePart', { shown: rows.length, total }) : t('tableRows', { count: total })
  return (
    <Tables name={t('table')} tables={[{ columns, rows }]}>
      <p className="small m3">{note}</p>
    </Tables>
  )
}
