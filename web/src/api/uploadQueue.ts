import { observable } from '../base/observable.ts'
import { pause } from '../base/pause.ts'
import { holdPage } from '../base/unsaved.ts'
import { ApiError, idempotencyKey, newId, type SendInput, send } from '../session/http.ts'
import { retryAfterMs } from '../transport/retryAfter.ts'
import { performUpload } from './performUpload.ts'

/** More at once would only slow each of them down. */
const UPLOADS_AT_ONCE = 3

export interface Upload<Target> {
  uploadId: string
  target: Target
  name: string
  size: number
  state: 'Waiting' | 'Sending' | 'Failed'
  /** From 0 to 1. */
  sent: number
  error?: unknown
}

export interface Chosen {
  file: File
  /** Why the file can't be sent. It then fails here, without a request. */
  refused?: ApiError | undefined
}

interface Options<Target> {
  call: (target: Target, file: File) => Pick<SendInput, 'method' | 'path' | 'query'>
  /** Called with the server's response once the file has arrived. */
  arrived: (upload: Upload<Target>, answer: unknown, file: File) => void
  /** Whether a failed upload is the only copy of its content, so that the page can't reload by itself. */
  isOnlyCopy?: (upload: Upload<Target>) => boolean
}

/**
 * Uploads files, three at a time. It lives outside the screens, so leaving one doesn't cancel its uploads. A
 * file keeps its idempotency key across retries, so it is never stored twice.
 */
export class UploadQueue<Target> {
  readonly uploads = observable<{ items: Upload<Target>[] }>({ items: [] })
  private readonly options: Options<Target>
  private readonly files = new Map<string, File>()
  private readonly stops = new Map<string, AbortController>()
  private pausedUntil = 0

  constructor(options: Options<Target>) {
    this.options = options
    holdPage(() => this.items.some((item) => item.state !== 'Failed' || options.isOnlyCopy?.(item)))
  }

  add(target: Target, chosen: Iterable<Chosen>): void {
    const added = [...chosen].map(({ file, refused }): Upload<Target> => {
      const uploadId = newId()
      this.files.set(uploadId, file)
      const upload = { uploadId, target, name: file.name, size: file.size, sent: 0 }
      return refused ? { ...upload, state: 'Failed', error: refused } : { ...upload, state: 'Waiting' }
    })
    this.set([...this.items, ...added])
    this.next()
  }

  cancel(uploadId: string): void {
    this.stops.get(uploadId)?.abort()
    this.forget((item) => item.uploadId !== uploadId)
  }

  /** Cancels running uploads and dismisses failed ones. */
  cancelAll(of: (upload: Upload<Target>) => boolean): void {
    for (const item of this.items) if (of(item)) this.stops.get(item.uploadId)?.abort()
    this.forget((item) => !of(item))
  }

  retry(uploadId: string): void {
    this.change(uploadId, { state: 'Waiting', sent: 0, error: undefined })
    this.next()
  }

  /** Updates the uploads after their target was renamed. */
  retarget(change: (target: Target) => Target): void {
    this.set(this.items.map((item) => ({ ...item, target: change(item.target) })))
  }

  private get items(): Upload<Target>[] {
    return this.uploads.read().items
  }

  private set(items: Upload<Target>[]): void {
    this.uploads.set({ items })
  }

  private change(uploadId: string, changed: Partial<Upload<Target>>): void {
    this.set(this.items.map((item) => (item.uploadId === uploadId ? { ...item, ...changed } : item)))
  }

  private forget(keep: (upload: Upload<Target>) => boolean): void {
    for (const item of this.items.filter((one) => !keep(one))) {
      this.files.delete(item.uploadId)
      this.stops.delete(item.uploadId)
    }
    this.set(this.items.filter(keep))
    this.next()
  }

  private next(): void {
    const sending = this.items.filter(({ state }) => state === 'Sending').length
    const waiting = this.items.filter(({ state }) => state === 'Waiting')
    for (const { uploadId } of waiting.slice(0, Math.max(0, UPLOADS_AT_ONCE - sending)))
      void this.start(uploadId)
  }

  private async start(uploadId: string): Promise<void> {
    const file = this.files.get(uploadId)
    if (!file) return
    const stop = new AbortController()
    this.stops.set(uploadId, stop)
    this.change(uploadId, { state: 'Sending', sent: 0 })
    try {
      const answer = await this.sendFile(uploadId, file, stop.signal)
      // Reads the current upload, because its target can have been renamed.
      const upload = this.items.find((item) => item.uploadId === uploadId)
      this.forget((item) => item.uploadId !== uploadId)
      if (upload) this.options.arrived(upload, answer, file)
    } catch (error) {
      if (stop.signal.aborted) return
      this.change(uploadId, { state: 'Failed', error })
      this.next()
    }
  }

  /** Uploads one file. If the server asks to slow down, all uploads do, and none fails for it. */
  private async sendFile(uploadId: string, file: File, signal: AbortSignal): Promise<unknown> {
    for (;;) {
      while (this.pausedUntil > Date.now()) await pause(this.pausedUntil - Date.now(), signal)
      const { target } = this.items.find((item) => item.uploadId === uploadId)!
      const body = new FormData()
      body.append('file', file, file.name)
      try {
        const response = await send({
          ...this.options.call(target, file),
          body,
          headers: idempotencyKey(uploadId),
          signal,
          perform: performUpload((sent) => this.change(uploadId, { sent })),
        })
        const text = await response.text()
        return text === '' ? undefined : JSON.parse(text)
      } catch (error) {
        if (!(error instanceof ApiError) || error.problem?.code !== 'request.rate') throw error
        this.pausedUntil = Math.max(
          this.pausedUntil,
          Date.now() + retryAfterMs(error.failure.retryAfter ?? null),
        )
        this.change(uploadId, { sent: 0 })
      }
    }
  }
}
