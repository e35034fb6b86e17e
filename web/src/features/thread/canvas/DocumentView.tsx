import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useHoldPage } from '../../../base/useHoldPage.ts'
import { errorText } from '../../../ui/errorText.ts'
import { TwoTabs } from '../../../ui/TwoTabs.tsx'
import { ConflictView } from './ConflictView.tsx'
import { DocumentHeader } from './DocumentHeader.tsx'
import type { CanvasDocument } from './data/api.ts'
import { Editor, type EditorHandle, type Range } from './editing/Editor.tsx'
import { useDocumentSession } from './editing/useDocumentSession.ts'
import { useProposal } from './editing/useProposal.ts'
import { GoneStrip } from './GoneStrip.tsx'
import { canvasTexts } from './lang/en.ts'
import { PassageTools } from './PassageTools.tsx'
import { useReport } from './preview/useReport.ts'

const Preview = lazy(() => import('./preview/Preview.tsx'))
const Versions = lazy(() => import('./Versions.tsx'))

type Mode = 'edit' | 'preview' | 'versions'

/** A document with everything that can be done with it. */
export function DocumentView({ stored, isGone }: { stored: CanvasDocument; isGone: boolean }) {
  const t = canvasTexts.useText()
  const editor = useRef<EditorHandle>(null)
  const report = useReport(stored)
  const [chosen, setMode] = useState<Mode | null>(null)
  // A report is read first, because its numbers open their sources.
  const mode = chosen ?? (report ? 'preview' : 'edit')
  const [selection, setSelection] = useState<Range>({ from: 0, to: 0 })
  const show = useCallback((text: string) => editor.current?.show(text), [])
  const { session, state } = useDocumentSession(stored, { isGone, show })
  // A proposal and its instruction stay while the preview or the versions are shown.
  const tools = useProposal(session, editor)
  useHoldPage(tools.instruction !== '' || tools.proposal !== null)
  const { document, status, conflict } = state
  const { kind, title, language, documentId } = document
  const hasPreview = kind !== 'Code'
  return (
    <>
      <DocumentHeader
        session={session}
        state={state}
        isComparing={mode === 'versions'}
        compare={() => setMode(mode === 'versions' ? 'edit' : 'versions')}
      />
      {status === 'Gone' && <GoneStrip session={session} />}
      {status === 'Refused' && (
        <p className="strip e" role="alert">
          {errorText(state.error)}
        </p>
      )}
      {hasPreview && mode !== 'versions' && !conflict && (
        <TwoTabs
          id="canvas-"
          className="seg canvas-tabs"
          tabs={['edit', 'preview']}
          tab={mode}
          choose={setMode}
          label={t('view')}
          text={(one) => t(one)}
        />
      )}
      {conflict && <ConflictView session={session} conflict={conflict} />}
      {mode === 'versions' && !conflict && (
        <Suspense fallback={<p className="m3 canvas-note">{t('loading')}</p>}>
          <Versions session={session} state={state} close={() => setMode('edit')} />
        </Suspense>
      )}
      {mode === 'preview' && !conflict && (
        <div className="canvas-body" id="canvas-panel" role="tabpanel" aria-labelledby="canvas-preview">
          <Suspense fallback={<p className="m3 canvas-note">{t('loading')}</p>}>
            <Preview kind={kind} title={title} text={session.text} report={report} />
          </Suspense>
        </div>
      )}
      {/* The editor stays, with its undo history. */}
      <div
        className="canvas-body"
        hidden={mode !== 'edit' || conflict !== null}
        {...(hasPreview && { id: 'canvas-panel', role: 'tabpanel', 'aria-labelledby': 'canvas-edit' })}
      >
        <Editor
          key={documentId}
          ref={editor}
          kind={kind}
          language={language}
          text={session.text}
          label={t('content', { title })}
          readOnly={false}
          onText={(text) => session.typed(text)}
          onSelection={setSelection}
        />
      </div>
      {mode === 'edit' && !conflict && status !== 'Gone' && (
        <PassageTools tools={tools} selection={selection} />
      )}
    </>
  )
}
