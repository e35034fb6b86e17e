import type { DocumentKind } from '../data/api.ts'
import { canvasTexts } from '../lang/en.ts'
import { HtmlView } from './HtmlView.tsx'
import { TableView } from './TableView.tsx'
import { TextView } from './TextView.tsx'
import type { Report } from './useReport.ts'

interface Props {
  kind: DocumentKind
  title: string
  text: string
  /** The answer whose research wrote it, if one did. */
  report: Report | null
}

/** A document as it is read. */
export default function Preview({ kind, title, text, report }: Props) {
  const t = canvasTexts.useText()
  if (text.trim() === '') return <p className="m2 canvas-note">{t('emptyPreview')}</p>
  if (kind === 'Html') return <HtmlView text={text} title={title} />
  if (kind === 'Table') return <TableView text={text} title={title} />
  return <TextView text={text} report={report} />
}
