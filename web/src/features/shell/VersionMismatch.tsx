import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useObservable } from '../../base/useObservable.ts'
import { forceReload, versionGate } from '../../session/versionGate.ts'
import { Logo } from '../../ui/Logo.tsx'
import { frameTexts } from '../frame/frameTexts.ts'

/** Over the page while it is of another version than the server, and nothing is left but to load it anew. */
export function VersionMismatch() {
  const { mismatch } = useObservable(versionGate)
  // Beside the page's root, which an open drawer hides from screen readers.
  return mismatch ? createPortal(<Screen />, document.body) : null
}

function Screen() {
  const t = frameTexts.useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    // A drawer that opens after this hides all that stands beside it from screen readers, and this as well.
    const seen = new MutationObserver(() => dialog.current?.removeAttribute('aria-hidden'))
    seen.observe(dialog.current!, { attributeFilter: ['aria-hidden'] })
    return () => seen.disconnect()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="version-mismatch"
      onCancel={(event) => {
        event.preventDefault()
        forceReload()
      }}
    >
      {/* A drawer that opens meanwhile takes the focus off the page's only control, and has no use for it. */}
      <button
        type="button"
        onClick={forceReload}
        onBlur={({ currentTarget }) => requestAnimationFrame(() => currentTarget.focus())}
      >
        <Logo size={52} />
        {t('clickToContinue')}
      </button>
    </dialog>
  )
}
