import type { WrittenDocument } from '../exports/downloads.ts'
import { TableView } from './TableView.tsx'
import { TextView } from './TextView.tsx'

/** A document as it is printed. A web page is printed as its code, because its frame can’t be part of the print. */
export function PrintedDocument({ kind, title, text }: Omit<WrittenDocument, 'language'>) {
  return (
    <>
      {kind !== 'Text' && <h1 dir="auto">{title}</h1>}
      {kind === 'Text' ? (
        <TextView text={text} />
      ) : kind === 'Table' ? (
        <TableView text={text} title={title} all />
      ) : (
        <pre dir="ltr">{text}</pre>
      )}
    </>
  )
}
