import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { WrittenDocument } from './downloads.ts'

/** Prints a document without the page around it. The browser’s dialog can also save it as PDF. */
export async function printDocument({ kind, title, text }: WrittenDocument): Promise<void> {
  const { PrintedDocument } = await import('../preview/PrintedDocument.tsx')
  const place = document.createElement('div')
  place.className = 'canvas-print'
  document.body.append(place)
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <StrictMode>
        <PrintedDocument kind={kind} title={title} text={text} />
      </StrictMode>,
    ),
  )
  document.documentElement.dataset.print = 'document'
  const titleBefore = document.title
  document.title = title
  const done = () => {
    document.title = titleBefore
    delete document.documentElement.dataset.print
    root.unmount()
    place.remove()
  }
  addEventListener('afterprint', done, { once: true })
  // Formulas and highlighted code come in the next frames.
  setTimeout(() => print(), 300)
}
