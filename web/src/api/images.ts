import { type ErrorCode, errors } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import { ApiError } from '../transport/apiError.ts'

/** The image types that the server reads, for file inputs. */
export const imageKinds = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml'

/** Rejects files that the server would reject, without sending them. */
export function refusedImage(file: File): ApiError | undefined {
  if (file.size <= limits.brandFileBytes) return undefined
  const code: ErrorCode = 'image.tooLarge'
  const [status, title] = errors[code]
  return new ApiError({
    status,
    data: { type: 'about:blank', title, status, code, requestId: '' },
    requestId: '',
  })
}
