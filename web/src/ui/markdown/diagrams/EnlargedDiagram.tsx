import { Minimize2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useId, useState } from 'react'
import { formatPercent } from '../../../lang/format.ts'
import { uiTexts } from '../../lang/en.ts'
import { Dialog } from '../../mui/Dialog.tsx'
import { diagramTexts } from './lang/en.ts'
import type { DrawnPicture } from './useDrawing.ts'

/** Sizes of the diagram, relative to its own. */
const steps = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4]

interface Props {
  open: boolean
  close: () => void
  name: string
  picture: DrawnPicture
}

/** A diagram as large as the window, or as large as the user likes. */
export function EnlargedDiagram({ open, close, name, picture }: Props) {
  const t = diagramTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  /** Null while it fits the window. */
  const [zoom, setZoom] = useState<number | null>(null)
  const current = zoom ?? 1
  const larger = steps.find((step) => step > current)
  const smaller = steps.findLast((step) => step < current)
  return (
    <Dialog open={open} onClose={close} fullWidth maxWidth="xl" aria-labelledby={id}>
      <div className="md-diagram-large">
        <header className="row">
          <h2 className="h4 grow trunc" id={id}>
            <bdi>{name}</bdi>
          </h2>
          <span className="small m2" role="status">
            {zoom === null ? '' : formatPercent(zoom)}
          </span>
          <button
            type="button"
            className="ib"
            aria-label={t('zoomOut')}
            aria-disabled={smaller === undefined}
            onClick={() => smaller !== undefined && setZoom(smaller)}
          >
            <ZoomOut size={18} />
          </button>
          <button
            type="button"
            className="ib"
            aria-label={t('zoomIn')}
            aria-disabled={larger === undefined}
            onClick={() => larger !== undefined && setZoom(larger)}
          >
            <ZoomIn size={18} />
          </button>
          <button
            type="button"
            className="ib"
            aria-label={t('fit')}
            aria-disabled={zoom === null}
            onClick={() => setZoom(null)}
          >
            <Minimize2 size={18} />
          </button>
          <button type="button" className="ib" aria-label={common('close')} onClick={close}>
            <X size={18} />
          </button>
        </header>
        {/* biome-ignore lint/a11y/useSemanticElements: a scrolling frame needs a name, and a fieldset is for fields. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll a large image. */}
        <div className="md-diagram-scroll" role="group" aria-label={name} tabIndex={0} dir="ltr">
          <img
            src={picture.address}
            alt={name}
            className={zoom === null ? 'fit' : undefined}
            width={Math.round(picture.width * current)}
            height={Math.round(picture.height * current)}
          />
        </div>
      </div>
    </Dialog>
  )
}
