import { ChevronLeft, ChevronRight, Download, ImageOff, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import type { SentImage } from '../../chatModel/attachments/api.ts'
import { attachmentTexts } from '../../chatModel/attachments/lang/en.ts'
import { useVisionImage } from './visionImages.ts'

interface Props {
  images: readonly SentImage[]
  /** The index of the image shown first. */
  first: number
  close: () => void
}

/** The images of a question, one at a time and as large as the page allows. */
export default function ImageViewer({ images, first, close }: Props) {
  const t = attachmentTexts.useText()
  const [at, setAt] = useState(first)
  const image = images[at] as SentImage
  const title = t('imageOf', { number: at + 1, count: images.length })
  const step = (by: number) => setAt((now) => Math.min(images.length - 1, Math.max(0, now + by)))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(event.key === forwards ? 1 : -1)
  }
  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      maxWidth="lg"
      aria-labelledby="image-viewer-title"
      onKeyDown={onKeyDown}
    >
      <div className="image-viewer">
        <header className="row">
          <h2 className="h4 grow" id="image-viewer-title" aria-live="polite">
            {title}
          </h2>
          {images.length > 1 && (
            <>
              <button
                type="button"
                className="ib"
                aria-label={t('previousImage')}
                aria-disabled={at === 0}
                onClick={() => at > 0 && step(-1)}
              >
                <ChevronLeft size={18} className="flip" />
              </button>
              <button
                type="button"
                className="ib"
                aria-label={t('nextImage')}
                aria-disabled={at === images.length - 1}
                onClick={() => at < images.length - 1 && step(1)}
              >
                <ChevronRight size={18} className="flip" />
              </button>
            </>
          )}
          <Save image={image} />
          <button type="button" className="ib" aria-label={t('closeImage')} onClick={close}>
            <X size={18} />
          </button>
        </header>
        <Whole key={image.visionImageId} image={image} alt={title} />
      </div>
    </Dialog>
  )
}

function Whole({ image, alt }: { image: SentImage; alt: string }) {
  const t = attachmentTexts.useText()
  const { address, failed } = useVisionImage(image, 'whole')
  if (failed)
    return (
      <p className="state" role="alert">
        <span className="mark">
          <ImageOff size={18} />
        </span>
        {t('imageFailed')}
      </p>
    )
  return (
    <div className="image-viewer-whole" style={{ aspectRatio: `${image.width} / ${image.height}` }}>
      {address && <img src={address} alt={alt} width={image.width} height={image.height} />}
    </div>
  )
}

function Save({ image }: { image: SentImage }) {
  const t = attachmentTexts.useText()
  const { address } = useVisionImage(image, 'whole')
  if (!address) return null
  return (
    <a className="ib" href={address} download={image.blobFileName} aria-label={t('saveImage')}>
      <Download size={18} />
    </a>
  )
}
