import { ArrowLeft, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { inChat } from '../../../api/chatCalls.ts'
import { callOf } from '../../../api/request.ts'
import { formatDate } from '../../../lang/format.ts'
import { errorText } from '../../../ui/errorText.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { usePicture } from '../../../ui/pictures.ts'
import { loadImage } from '../../agentAvatars/loadImage.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { type GeneratedImage, generatedImagesApi } from './api.ts'
import { DownloadButton } from './GeneratedPicture.tsx'
import { imageTexts } from './lang/en.ts'
import './generatedImages.css'

interface Props {
  conversationId: string
  close: () => void
}

/** The images of a conversation, newest first, and each of them large. */
export function ImageGallery({ conversationId, close }: Props) {
  const t = imageTexts.useText()
  const title = useId()
  const within = useWithin()
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } =
    generatedImagesApi.useListGeneratedImagesInfiniteQuery({ conversationId, ...within })
  const images = data?.pages.flatMap(({ items }) => items) ?? []
  const [shown, show] = useState<string | null>(null)
  /** The image that gets the focus when the others are shown again. */
  const returned = useRef<string | null>(null)
  const at = images.findIndex(({ key }) => key === shown)
  const image = images[at]
  const pathOf = ({ conversationSegmentId, key, fileName }: GeneratedImage) =>
    callOf(
      ...inChat('getGeneratedImage', { conversationId, conversationSegmentId, key, fileName, ...within }),
    ).path
  const step = (by: number) => {
    const next = images[at + by]
    if (image && next) show(next.key)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(event.key === forwards ? 1 : -1)
  }
  return (
    <Dialog open onClose={close} fullWidth maxWidth="md" aria-labelledby={title} onKeyDown={onKeyDown}>
      <div className="dialog">
        <header className="row">
          <h2 className="h3 grow" id={title}>
            {t('galleryTitle')}
          </h2>
          <button type="button" className="ib" aria-label={t('close')} onClick={close}>
            <X size={18} />
          </button>
        </header>
        {error && !data ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : image ? (
          <Large
            image={image}
            path={pathOf(image)}
            back={() => {
              returned.current = image.key
              show(null)
            }}
            previous={at > 0 ? () => step(-1) : null}
            next={at < images.length - 1 ? () => step(1) : null}
          />
        ) : (
          <>
            {data && images.length === 0 && <p className="m2">{t('galleryEmpty')}</p>}
            <ul className="image-gallery">
              {images.map((one) => (
                <li key={one.key}>
                  <button
                    ref={(button) => {
                      if (!button || returned.current !== one.key) return
                      returned.current = null
                      button.focus()
                    }}
                    type="button"
                    aria-label={t('open', { alt: one.alt })}
                    onClick={() => show(one.key)}
                  >
                    <Thumbnail path={pathOf(one)} />
                  </button>
                </li>
              ))}
            </ul>
            {Boolean(error) && (
              <p className="strip e" role="alert">
                {errorText(error)}
              </p>
            )}
            {hasNextPage && (
              <div>
                <button
                  type="button"
                  className="btn soft"
                  aria-disabled={isFetching}
                  onClick={() => !isFetching && void fetchNextPage()}
                >
                  {t('more')}
                </button>
              </div>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** The button around it has the description. */
function Thumbnail({ path }: { path: string }) {
  const { address } = usePicture({ name: path, load: () => loadImage(path) })
  return address ? <img src={address} alt="" /> : null
}

interface LargeProps {
  image: GeneratedImage
  path: string
  back: () => void
  /** Null at the end. */
  previous: (() => void) | null
  next: (() => void) | null
}

function Large({ image, path, back, previous, next }: LargeProps) {
  const t = imageTexts.useText()
  const { address, failed } = usePicture({ name: path, load: () => loadImage(path) })
  const start = useRef<HTMLButtonElement>(null)
  // The button that opened it is gone, and with it the focus that the arrow keys need.
  useEffect(() => start.current?.focus(), [])
  return (
    <>
      <div className="row">
        <button ref={start} type="button" className="btn ghost sm" onClick={back}>
          <ArrowLeft size={14} className="flip" />
          {t('back')}
        </button>
        <span className="grow" />
        <button
          type="button"
          className="ib"
          aria-label={t('previous')}
          aria-disabled={!previous}
          onClick={() => previous?.()}
        >
          <ChevronLeft size={18} className="flip" />
        </button>
        <button
          type="button"
          className="ib"
          aria-label={t('next')}
          aria-disabled={!next}
          onClick={() => next?.()}
        >
          <ChevronRight size={18} className="flip" />
        </button>
      </div>
      {failed ? (
        <p className="strip w" role="alert">
          {t('failed')}
        </p>
      ) : (
        <div className="image-large" style={{ aspectRatio: `${image.width} / ${image.height}` }}>
          {address && <img src={address} alt={image.alt} />}
        </div>
      )}
      <div className="row image-large-facts">
        <span className="chip">{t('mark')}</span>
        <span className="grow" />
        <DownloadButton path={path} name={image.fileName} />
      </div>
      <dl className="image-facts">
        <dt>{t('description')}</dt>
        <dd dir="auto">{image.prompt}</dd>
        <dt>{t('date')}</dt>
        <dd>{formatDate(image.createdAt, { dateStyle: 'long', timeStyle: 'short' })}</dd>
      </dl>
    </>
  )
}
