/**
 * A fetch-like function over XMLHttpRequest, because fetch can't report upload progress. It rejects as fetch
 * does: a TypeError without a network, the signal's reason on an abort.
 */
export const performUpload =
  (onProgress: (share: number) => void) =>
  (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest()
      call.open(init.method ?? 'POST', url)
      call.responseType = 'text'
      for (const [name, value] of Object.entries(init.headers ?? {}))
        call.setRequestHeader(name, String(value))
      call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      }
      const stop = () => call.abort()
      init.signal?.addEventListener('abort', stop, { once: true })
      call.onloadend = () => init.signal?.removeEventListener('abort', stop)
      call.onabort = () => reject(init.signal?.reason ?? new DOMException('Aborted', 'AbortError'))
      call.onerror = () => reject(new TypeError('Failed to upload'))
      call.onload = () => resolve(responseOf(call))
      if (init.signal?.aborted) return reject(init.signal.reason)
      call.send(init.body as FormData)
    })

function responseOf(call: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of call.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const empty = call.status === 204 || call.status === 205 || call.status === 304
  return new Response(empty ? null : call.responseText, { status: call.status, headers })
}
