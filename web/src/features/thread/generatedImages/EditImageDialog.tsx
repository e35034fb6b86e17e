import { limits } from '@parlance/contract/limits'
import { useId, useRef, useState } from 'react'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { focusInvalid } from '../../../ui/admin/focusInvalid.ts'
import { errorText } from '../../../ui/errorText.ts'
import { useGuardedClose } from '../../../ui/leaveGuard.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import type { ImageSize } from './api.ts'
import type { ImagePlace } from './imagePath.ts'
import { imageTexts } from './lang/en.ts'
import { MaskField } from './MaskField.tsx'
import { maskOf, type Stroke } from './mask.ts'
import { useMaking } from './useMaking.ts'

interface Props {
  path: string
  alt: string
  place: ImagePlace
  close: () => void
}

const sizes: readonly ImageSize[] = ['Square', 'Landscape', 'Portrait']

/** Returns the size that an image was made in, from its shape. */
const sizeOf = ({ width, height }: { width: number; height: number }): ImageSize =>
  width > height * 1.1 ? 'Landscape' : height > width * 1.1 ? 'Portrait' : 'Square'

/** Describes a change to an image, and selects where it can change. */
export function EditImageDialog({ path, alt, place, close }: Props) {
  const t = imageTexts.useText()
  const id = useId()
  const field = useId()
  const content = useRef<HTMLDivElement>(null)
  const [prompt, setPrompt] = useState('')
  const [strokes, setStrokes] = useState<Stroke[]>([])
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null)
  const [chosen, choose] = useState<ImageSize | null>(null)
  const [tried, setTried] = useState(false)
  const { make, isMaking, error, stop } = useMaking(place)
  const { guardedClose } = useGuardedClose(prompt.trim() !== '' || strokes.length > 0 || isMaking, close)
  const said = prompt.trim()
  const wrong =
    said === ''
      ? t('promptRequired')
      : said.length > limits.imagePrompt
        ? t('promptTooLong', { max: limits.imagePrompt })
        : undefined
  const size = chosen ?? (natural ? sizeOf(natural) : 'Square')
  const submit = async () => {
    if (isMaking) return
    setTried(true)
    if (wrong) return focusInvalid(() => content.current)
    const mask = natural && maskOf(strokes, natural)
    if (await make({ prompt: said, size, ...(mask && { mask }) })) close()
  }
  return (
    <Dialog
      open
      onClose={guardedClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
    >
      <div className="dialog" ref={content}>
        <h2 className="h3" id={id}>
          {t('editTitle')}
        </h2>
        <p className="s13 m2" id={`${id}-hint`}>
          {t('editHint')}
        </p>
        <MaskField path={path} alt={alt} strokes={strokes} change={setStrokes} onSize={setNatural} />
        <FieldFrame
          id={field}
          field="prompt"
          label={t('prompt')}
          hint={t('promptHint')}
          error={tried ? wrong : undefined}
        >
          <textarea
            id={field}
            className="in"
            dir="auto"
            rows={3}
            value={prompt}
            {...described(field, t('promptHint'), tried ? wrong : undefined)}
            onChange={(event) => setPrompt(event.target.value)}
          />
        </FieldFrame>
        <SelectField
          field="size"
          label={t('size')}
          value={size}
          options={sizes.map((key) => ({ key, label: t(`size.${key}`) }))}
          change={(key) => choose(key as ImageSize)}
        />
        {Boolean(error) && (
          <p className="strip e" role="alert">
            {errorText(error)}
          </p>
        )}
        <p className="s13 m2" role="status">
          {isMaking ? t('making') : ''}
        </p>
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={isMaking ? stop : guardedClose}>
            {t(isMaking ? 'stop' : 'close')}
          </button>
          <button type="button" className="btn pri" aria-disabled={isMaking} onClick={() => void submit()}>
            {t('makeEdit')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
