import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useObservable } from '../../base/useObservable.ts'
import { forceReload, versionGate } from '../../session/versionGate.ts'
import { Logo } from '../../ui/Logo.tsx'
import { frameTexts } from '../frame/lang/en.ts'

/** Covers the page if its version differs from the server's. The only option is to reload it. */
export function VersionMismatch() {
  const { mismatch } = useObservable(versionGate)
  // Rendered outside the page's root, which an open drawer hides from screen readers.
  return mismatch ? createPortal(<Screen />, document.body) : null
}

function Screen() {
  const t = frameTexts.useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    // A drawer that opens later hides its siblings from screen readers, including this dialog.
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
      {/* Takes the focus back from a drawer that opens in the meantime, because this is the page's only control. */}
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
