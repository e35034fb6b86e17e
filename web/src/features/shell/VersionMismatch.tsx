import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { forceReload, versionGate } from '../../session/versionGate.ts'
import { Logo } from '../../ui/Logo.tsx'
import { useObservable } from '../../ui/useObservable.ts'
import { shellTexts } from './shellTexts.ts'

/** Over the page while it is of another version than the server, and nothing is left but to load it anew. */
export function VersionMismatch() {
  const { mismatch } = useObservable(versionGate)
  // Beside the page's root, which an open drawer hides from screen readers.
  return mismatch ? createPortal(<Screen />, document.body) : null
}

function Screen() {
  const t = shellTexts.useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="version-mismatch"
      onCancel={(event) => {
        event.preventDefault()
        forceReload()
      }}
    >
      <button type="button" onClick={forceReload}>
        <Logo size={52} />
        {t('clickToContinue')}
      </button>
    </dialog>
  )
}
