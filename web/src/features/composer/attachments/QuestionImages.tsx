import { ImageOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { SentImage } from '../../chatModel/attachments/api.ts'
import { attachmentTexts } from '../../chatModel/attachments/lang/en.ts'
import { useVisionImage } from './visionImages.ts'
import './attachments.css'

const ImageViewer = loadLater(async () => (await import('./ImageViewer.tsx')).default, { over: true })

/** The images of a question, above its bubble. Selecting one enlarges it. */
export function QuestionImages({ images }: { images: readonly SentImage[] }) {
  const t = attachmentTexts.useText()
  const [shown, setShown] = useState<number | null>(null)
  if (images.length === 0) return null
  return (
    <>
      <ul className="question-images" aria-label={t('images')}>
        {images.map((image, at) => (
          <li key={image.visionImageId}>
            <button
              type="button"
              aria-label={t('showImage', { number: at + 1, count: images.length })}
              onClick={() => setShown(at)}
            >
              <Thumbnail image={image} />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Suspense>
          <ImageViewer images={images} first={shown} close={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}

/** An image in a box of fixed size. */
export function Thumbnail({ image }: { image: SentImage }) {
  const { address, failed } = useVisionImage(image, 'thumbnail')
  return (
    <span className="thumbnail" data-waits={address === null && !failed}>
      {failed ? <ImageOff size={18} /> : address && <img src={address} alt="" />}
    </span>
  )
}
