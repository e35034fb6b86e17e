import { Copy, Download, Pencil, Sparkles } from 'lucide-react'
import { Suspense, useContext, useId, useState } from 'react'
import { send } from '../../../session/http.ts'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { loadLater } from '../../../ui/loadLater.tsx'
import { usePicture } from '../../../ui/pictures.ts'
import { toast } from '../../../ui/toast.tsx'
import { loadImage } from '../../agentAvatars/loadImage.ts'
import { AnswerEndedContext } from './answerEnded.ts'
import { type ImagePlace, placeOfImage } from './imagePath.ts'
import { imageTexts } from './lang/en.ts'
import { useMaking } from './useMaking.ts'
import './generatedImages.css'

const EditImageDialog = loadLater(async () => (await import('./EditImageDialog.tsx')).EditImageDialog, {
  over: true,
})

interface Props {
  path: string
  alt: string
}

/** A generated image in an answer, marked as such, with what can be done with it. */
export default function GeneratedPicture({ path, alt }: Props) {
  const place = placeOfImage(path)
  return (
    <span className="generated-image" data-copied={alt}>
      <Picture path={path} alt={alt} />
      {place && <Bar path={path} alt={alt} place={place} />}
    </span>
  )
}

/** Its elements are those of text, because an image can be within a paragraph. */
function Picture({ path, alt }: Props) {
  const t = imageTexts.useText()
  const { address, failed } = usePicture({ name: path, load: () => loadImage(path) })
  const name = alt || t('image')
  if (failed)
    return (
      <span className="strip w" role="alert">
        {t('failed')} {alt}
      </span>
    )
  return (
    <span className="md-image">
      {address ? <img src={address} alt={name} /> : <span role="img" aria-label={name} />}
    </span>
  )
}

function Bar({ path, alt, place }: Props & { place: ImagePlace }) {
  const t = imageTexts.useText()
  const isEnded = useContext(AnswerEndedContext)
  const [editing, setEditing] = useState(false)
  const { make, isMaking, error, stop } = useMaking(place)
  const status = useId()
  return (
    <>
      <span className="generated-image-bar">
        <span className="chip">
          <Sparkles size={14} />
          {t('mark')}
        </span>
        <span className="grow" />
        <DownloadButton path={path} name={place.fileName} />
        {isEnded && (
          <>
            <button
              type="button"
              className="btn ghost sm"
              aria-label={t('edit')}
              onClick={() => setEditing(true)}
            >
              <Pencil size={14} />
              {t('editShort')}
            </button>
            <button
              type="button"
              className="btn ghost sm"
              aria-label={t('variant')}
              aria-disabled={isMaking}
              aria-describedby={isMaking ? status : undefined}
              onClick={() => void make({})}
            >
              <Copy size={14} />
              {t('variantShort')}
            </button>
          </>
        )}
      </span>
      {isMaking && (
        <span className="generated-image-bar" id={status} role="status">
          <span className="s13 m2 grow">{t('making')}</span>
          <button type="button" className="btn soft sm" onClick={stop}>
            {t('stop')}
          </button>
        </span>
      )}
      {Boolean(error) && (
        <span className="strip e" role="alert">
          {errorText(error)}
        </span>
      )}
      {editing && (
        <Suspense>
          <EditImageDialog path={path} alt={alt} place={place} close={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

export function DownloadButton({ path, name }: { path: string; name: string }) {
  const t = imageTexts.useText()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    if (busy) return
    setBusy(true)
    try {
      const response = await send({ method: 'GET', path, headers: { accept: 'image/*' } })
      saveFile(await response.blob(), name)
    } catch (error) {
      toast.error(errorText(error))
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      className="btn ghost sm"
      aria-label={t('download')}
      aria-disabled={busy}
      onClick={() => void download()}
    >
      <Download size={14} />
      {t('downloadShort')}
    </button>
  )
}
