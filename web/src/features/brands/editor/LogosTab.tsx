import { CircleAlert, ImageOff, ImageUp, RotateCw, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { imageKinds } from '../../../api/images.ts'
import { useObservable } from '../../../base/useObservable.ts'
import { formatPercent } from '../../../lang/format.ts'
import { fileAddress } from '../../../theme/pageBrand.ts'
import { errorText } from '../../../ui/errorText.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import { type Brand, type BrandDefaults, brandsApi } from '../data/api.ts'
import {
  cancelImage,
  type ImageField,
  type ImageUpload,
  imageFields,
  imageUploads,
  isFor,
  onImageUploaded,
  retryImage,
  uploadImage,
} from '../images.ts'
import { brandsTexts } from '../lang/en.ts'
import '../../../ui/files/files.css'

const hints = {
  logoFileName: 'hintLogo',
  navigationLogoFileName: 'hintNavigationLogo',
  splashScreenBackgroundFileName: 'hintSplash',
  avatarFileName: 'hintAvatar',
} as const

interface Props {
  entity: Brand | BrandDefaults
  /** The brand's key, or null for the defaults. */
  brandKey: string | null
  /** The brand key in the image URLs. */
  shownBy: string
  readOnly: boolean
}

/** The images of a brand. They upload immediately, and the form continues with the resulting version. */
export function LogosTab(props: Props) {
  const t = brandsTexts.useText()
  useReloadAfterUpload(props.brandKey)
  return (
    <div className="edit-fields">
      <p className="hint">{t('imageHint')}</p>
      {imageFields.map((field) => (
        <ImageRow key={field} field={field} {...props} />
      ))}
    </div>
  )
}

/** Reloads the brand after an upload, because a new image changes it. */
function useReloadAfterUpload(brandKey: string | null) {
  const dispatch = useDispatch()
  useEffect(
    () =>
      onImageUploaded((target) => {
        if (target.brandKey !== brandKey) return
        const tags = brandKey
          ? [{ type: 'Brand' as const, id: brandKey }]
          : (['BrandDefaults', 'Brand'] as const)
        dispatch(brandsApi.util.invalidateTags([...tags, 'Brands', 'BrandTheme']))
      }),
    [brandKey, dispatch],
  )
}

function ImageRow({ field, entity, brandKey, shownBy, readOnly }: Props & { field: ImageField }) {
  const t = brandsTexts.useText()
  const { items } = useObservable(imageUploads)
  const upload = items.find(({ target }) => isFor(target, brandKey, field))
  const fileName = entity[field]
  const inherited = entity.inherits.includes(field)
  const own = fileName !== null && !inherited
  const label = t(field)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="image-row" data-field={field}>
      <Picture
        key={fileName}
        address={fileName && fileAddress(shownBy, fileName)}
        alt={label}
        wide={field === 'splashScreenBackgroundFileName'}
      />
      <div className="grow image-words">
        <span className="switch-label">{label}</span>
        <div className="hint">{t(hints[field])}</div>
        {fileName !== null && inherited && brandKey !== null && (
          <div className="small m3">{t('inherited')}</div>
        )}
        {!readOnly && (
          <div className="row image-actions">
            <button
              type="button"
              className="btn out sm"
              aria-label={t(own ? 'replaceImageOf' : 'chooseImageOf', { field: label })}
              onClick={() => input.current?.click()}
            >
              <ImageUp size={14} />
              {own ? t('replaceImage') : t('chooseImage')}
            </button>
            {own && <RemoveImage field={field} brandKey={brandKey} fileName={fileName} />}
            <input
              ref={input}
              type="file"
              hidden
              accept={imageKinds}
              data-image={field}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                if (file) uploadImage({ brandKey, field }, file)
                event.target.value = ''
              }}
            />
          </div>
        )}
        {upload && <UploadState upload={upload} />}
      </div>
    </div>
  )
}

function Picture({ address, alt, wide }: { address: string | null; alt: string; wide: boolean }) {
  const t = brandsTexts.useText()
  const [failed, setFailed] = useState(false)
  return (
    <span className="image-picture" data-wide={wide || undefined}>
      {address && !failed ? (
        <img src={address} alt={alt} onError={() => setFailed(true)} />
      ) : (
        <span className="small m3 image-none">
          <ImageOff size={16} />
          {t('noImage')}
        </span>
      )}
    </span>
  )
}

function RemoveImage(props: { field: ImageField; brandKey: string | null; fileName: string }) {
  const { field, brandKey, fileName } = props
  const t = brandsTexts.useText()
  const [removeOwn, own] = brandsApi.useRemoveBrandFileMutation()
  const [removeDefault, ofDefaults] = brandsApi.useRemoveDefaultFileMutation()
  const error = own.error ?? ofDefaults.error
  const busy = own.isLoading || ofDefaults.isLoading
  const remove = () =>
    void (brandKey === null ? removeDefault({ fileName }) : removeOwn({ brandKey, fileName }))
  return (
    <>
      <button
        type="button"
        className="btn ghost sm"
        aria-label={t('removeImageOf', { field: t(field) })}
        aria-disabled={busy}
        onClick={() => !busy && remove()}
      >
        <Trash2 size={14} />
        {t('removeImage')}
      </button>
      {Boolean(error) && (
        <span className="error" role="alert">
          <CircleAlert size={14} />
          {errorText(error)}
        </span>
      )}
    </>
  )
}

function UploadState({ upload }: { upload: ImageUpload }) {
  const t = brandsTexts.useText()
  const common = uiTexts.useText()
  const { name, state, sent, error } = upload
  if (state === 'Failed') {
    return (
      <div className="image-error" role="alert">
        <span className="error">
          <CircleAlert size={14} />
          <span>{errorText(error)}</span>
        </span>
        <span className="row">
          <button type="button" className="text-button small" onClick={() => retryImage(upload)}>
            <RotateCw size={12} />
            {common('tryAgain')}
          </button>
          <button type="button" className="text-button small" onClick={() => cancelImage(upload)}>
            {common('close')}
          </button>
        </span>
      </div>
    )
  }
  return (
    <div className="row image-upload">
      <div className="grow">
        <div className="small m2 row num">
          <bdi className="grow trunc">{name}</bdi>
          {formatPercent(sent)}
        </div>
        <progress className="meter" value={sent} aria-label={t('uploading', { name })} />
      </div>
      <button
        type="button"
        className="ib sm"
        aria-label={t('cancelUpload', { name })}
        onClick={() => cancelImage(upload)}
      >
        <X size={14} />
      </button>
    </div>
  )
}
