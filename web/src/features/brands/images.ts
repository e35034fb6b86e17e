import { refusedImage } from '../../api/images.ts'
import { type Operation, paths } from '../../api/paths.ts'
import { fillPath } from '../../api/request.ts'
import { type Upload, UploadQueue } from '../../api/uploadQueue.ts'

export const imageFields = [
  'logoFileName',
  'navigationLogoFileName',
  'splashScreenBackgroundFileName',
  'avatarFileName',
] as const
export type ImageField = (typeof imageFields)[number]

/** The brand that the image belongs to, or the defaults if the key is null. */
export interface ImageTarget {
  brandKey: string | null
  field: ImageField
}
export type ImageUpload = Upload<ImageTarget>

const operations: Record<ImageField, Operation> = {
  logoFileName: 'brands.uploadLogo',
  navigationLogoFileName: 'brands.uploadNavigationLogo',
  splashScreenBackgroundFileName: 'brands.uploadSplashBackground',
  avatarFileName: 'brands.uploadAvatar',
}
const kinds: Record<ImageField, string> = {
  logoFileName: 'Logo',
  navigationLogoFileName: 'NavigationLogo',
  splashScreenBackgroundFileName: 'Splash',
  avatarFileName: 'Avatar',
}

const listeners = new Set<(target: ImageTarget) => void>()

const queue = new UploadQueue<ImageTarget>({
  call: ({ brandKey, field }) => {
    if (brandKey === null) {
      const [method, path] = paths['brandDefaults.uploadDefaultFile']
      return { method, path, query: { kind: kinds[field] } }
    }
    const [method, path] = paths[operations[field]]
    return { method, path: fillPath(path, { brandKey }) }
  },
  arrived: ({ target }) => {
    for (const listener of listeners) listener(target)
  },
})

/** Images being uploaded, and rejected ones. */
export const { uploads: imageUploads } = queue

export const isFor = (target: ImageTarget, brandKey: string | null, field: ImageField): boolean =>
  target.brandKey === brandKey && target.field === field

/** Uploads an image that replaces the field's current one. Clears earlier failed uploads of the field. */
export function uploadImage(target: ImageTarget, file: File): void {
  queue.cancelAll((upload) => isFor(upload.target, target.brandKey, target.field))
  queue.add(target, [{ file, refused: refusedImage(file) }])
}

export const cancelImage = ({ uploadId }: ImageUpload): void => queue.cancel(uploadId)
export const retryImage = ({ uploadId }: ImageUpload): void => queue.retry(uploadId)

export function onImageUploaded(listener: (target: ImageTarget) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
