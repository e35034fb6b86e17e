import { send } from '../session/http.ts'
import { ApiError } from '../transport/apiError.ts'
import type { Operation } from './paths.ts'
import { callOf } from './request.ts'

interface Options {
  signal?: AbortSignal
  /** From 0 to 1, if the server reports the file size. */
  onProgress?: (share: number) => void
}

/**
 * Returns the bytes from a `file` endpoint as a Blob, because the browser can store a large one outside memory.
 */
export async function fetchFile(
  operation: Operation,
  args: object,
  { signal, onProgress }: Options = {},
): Promise<Blob> {
  const response = await send({
    ...callOf(operation, args),
    headers: { accept: 'application/octet-stream, application/problem+json' },
    ...(signal ? { signal } : {}),
  })
  try {
    return onProgress ? await readWithProgress(response, onProgress) : await response.blob()
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    const requestId = response.headers.get('x-request-id') ?? ''
    throw new ApiError({ status: 'FETCH_ERROR', error: String(error), requestId })
  }
}

async function readWithProgress(response: Response, onProgress: (share: number) => void): Promise<Blob> {
  const size = Number(response.headers.get('content-length') ?? 0)
  if (!response.body || size === 0) return response.blob()
  const reader = response.body.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts)
    parts.push(value)
    received += value.length
    onProgress(Math.min(received / size, 1))
  }
}
