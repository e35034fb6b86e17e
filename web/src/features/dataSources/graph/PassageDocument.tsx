import { useId, useState } from 'react'
import { errorText } from '../../../ui/errorText.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { CitedDocument } from '../../documents/data/api.ts'
import { joined, rowsIn } from '../../documents/text/parts.ts'
import { TextPieces } from '../../documents/text/TextPieces.tsx'
import { dataSourcesApi, type EntityPassage } from '../data/api.ts'
import { graphTexts } from './lang/en.ts'
import '../../documents/documents.css'

interface Props {
  dataSourceId: string
  passage: EntityPassage
  close: () => void
}

/** The document of a passage, at the passage, with the entity’s name marked. */
export function PassageDocument({ dataSourceId, passage, close }: Props) {
  const t = graphTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const { passageId, fileName, name, locator } = passage
  const of = { dataSourceId, passageId }
  const { data, error, refetch } = dataSourcesApi.useViewPassageQuery({ ...of, mark: name })
  const [view, { isFetching }] = dataSourcesApi.useLazyViewPassageQuery()
  const [parts, setParts] = useState<{ before: CitedDocument[]; after: CitedDocument[] }>({
    before: [],
    after: [],
  })
  const document = data && joined([...parts.before, data, ...parts.after])

  async function load(where: 'before' | 'after'): Promise<void> {
    const edge = where === 'before' ? document?.first : document?.last
    if (edge === undefined || edge === null) return
    const found = await view({ ...of, mark: name, [where]: edge })
    if (found.error) toast.error(errorText(found.error))
    const next = found.data
    if (!next) return
    setParts(({ before, after }) =>
      where === 'before' ? { before: [next, ...before], after } : { before, after: [...after, next] },
    )
  }

  return (
    <Dialog open onClose={close} fullWidth maxWidth="md" aria-labelledby={id}>
      <div className="dialog graph-document">
        <h2 className="h3 wrap" id={id}>
          <bdi>{fileName}</bdi>
        </h2>
        {error && <LoadError error={error} retry={refetch} />}
        {!document && !error && <p className="m2">{t('loading')}</p>}
        {document && (
          <TextPieces
            document={document}
            cited={rowsIn(locator?.range)}
            more={{ load: (where) => void load(where), isLoading: isFetching }}
            target={passageId}
          />
        )}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
