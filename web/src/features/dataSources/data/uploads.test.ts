import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nothingToLose } from '../../../base/unsaved.ts'
import { ApiError, problemOf } from '../../../transport/apiError.ts'
import type { SendInput } from '../../../transport/transport.ts'

interface Sent {
  input: SendInput
  resolve: () => void
  reject: (error: unknown) => void
}
const sent: Sent[] = []
vi.mock('../../../session/http.ts', async () => ({
  ...(await import('../../../transport/transport.ts')),
  ...(await import('../../../transport/apiError.ts')),
  send: (input: SendInput) =>
    new Promise<Response>((resolve, reject) => {
      input.signal?.addEventListener('abort', () => reject(input.signal?.reason))
      sent.push({ input, resolve: () => resolve(new Response('{}')), reject })
    }),
}))
const {
  arrivals,
  cancelUpload,
  cancelUploads,
  onArchiveUploaded,
  onUploaded,
  retryFailed,
  retryUpload,
  uploadFiles,
  uploads,
} = await import('./uploads.ts')

const file = (name: string, text = 'text') => new File([text], name)
const codeOfFirst = () => problemOf((uploads.read().items[0]?.error as ApiError | undefined)?.failure)?.code
const states = () => uploads.read().items.map(({ name, state }) => `${name} ${state}`)

const refused = (code: string, status: number, retryAfter?: string) =>
  new ApiError({
    status,
    data: { code, status, title: code },
    requestId: '',
    ...(retryAfter ? { retryAfter } : {}),
  })

beforeEach(() => {
  for (const upload of uploads.read().items) cancelUpload(upload)
  sent.length = 0
})

describe('uploads', () => {
  it('send three files at once as the part "file" while the others wait', async () => {
    uploadFiles('library', [file('a.md'), file('b.md'), file('c.md'), file('d.md')])
    expect(states()).toEqual(['a.md Sending', 'b.md Sending', 'c.md Sending', 'd.md Waiting'])
    expect(sent[0]?.input).toMatchObject({ method: 'POST', path: '/api/internal/dataSources/library/files' })
    const body = sent[0]?.input.body as FormData | undefined
    expect((body?.get('file') as File | undefined)?.name).toBe('a.md')
    sent[0]?.resolve()
    await vi.waitFor(() => expect(states()).toEqual(['b.md Sending', 'c.md Sending', 'd.md Sending']))
  })

  it('keep the folders that files were dropped with', () => {
    const inFolder = (path: string) =>
      Object.defineProperty(file(path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path })
    uploadFiles('library', [inFolder('Rules/2026/a.md'), file('a.md'), inFolder('Rules/all.zip')])
    expect(sent.map(({ input }) => input.query?.folder)).toEqual(['Rules/2026', undefined, 'Rules'])
  })

  it('send archives to be unpacked, and announce them', async () => {
    const announced: string[] = []
    const stop = onArchiveUploaded((library) => announced.push(library))
    uploadFiles('library', [file('a.md'), file('All of it.ZIP')])
    expect(sent.map(({ input }) => input.path)).toEqual([
      '/api/internal/dataSources/library/files',
      '/api/internal/dataSources/library/archives',
    ])
    sent[0]?.resolve()
    await vi.waitFor(() => expect(states()).toEqual(['All of it.ZIP Sending']))
    expect(announced).toEqual([])
    sent[1]?.resolve()
    await vi.waitFor(() => expect(announced).toEqual(['library']))
    stop()
  })

  it('of archives fail without being sent only above 2 GB', () => {
    const large = (name: string, size: number) => Object.defineProperty(file(name), 'size', { value: size })
    uploadFiles('library', [large('fits.zip', 2_000_000_000), large('large.zip', 2_000_000_001)])
    expect(states()).toEqual(['fits.zip Sending', 'large.zip Failed'])
    expect(problemOf((uploads.read().items[1]?.error as ApiError | undefined)?.failure)?.code).toBe(
      'archive.tooLarge',
    )
  })

  it('keep one key per file across retries, and different keys for different files', async () => {
    uploadFiles('library', [file('a.md'), file('b.md')])
    const key = (index: number) => sent[index]?.input.headers?.['idempotency-key']
    expect(key(0)).toMatch(/^.{8,200}$/)
    expect(key(1)).not.toBe(key(0))
    sent[0]?.reject(new ApiError({ status: 'FETCH_ERROR', requestId: '' }))
    await vi.waitFor(() => expect(states()).toContain('a.md Failed'))
    retryUpload(uploads.read().items.find(({ name }) => name === 'a.md')!)
    expect(key(2)).toBe(key(0))
  })

  it('reject an empty file without sending it, and show the reason at the file', () => {
    uploadFiles('library', [file('empty.md', ''), file('good.md')])
    expect(states()).toEqual(['empty.md Failed', 'good.md Sending'])
    expect(codeOfFirst()).toBe('file.empty')
    expect(sent).toHaveLength(1)
  })

  it('reject a file of more than 100 MB without sending it', () => {
    const large = Object.defineProperty(file('large.md'), 'size', { value: 100 * 1024 * 1024 + 1 })
    uploadFiles('library', [large])
    expect(codeOfFirst()).toBe('file.tooLarge')
    expect(sent).toHaveLength(0)
  })

  it('can be canceled: the request ends, the row disappears, the next file starts', async () => {
    uploadFiles('library', [file('a.md'), file('b.md'), file('c.md'), file('d.md')])
    cancelUpload(uploads.read().items[0]!)
    expect(sent[0]?.input.signal?.aborted).toBe(true)
    await vi.waitFor(() => expect(states()).toEqual(['b.md Sending', 'c.md Sending', 'd.md Sending']))
  })

  it('notify the library when a file has arrived', async () => {
    const arrived = vi.fn()
    const stop = onUploaded(arrived)
    uploadFiles('library', [file('a.md')])
    sent[0]?.resolve()
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledExactlyOnceWith('library'))
    stop()
  })

  it('continue if one of a hundred fails, and report how many have arrived', async () => {
    uploadFiles(
      'library',
      Array.from({ length: 100 }, (_, index) => file(`${index}.md`)),
    )
    for (let index = 0; index < 100; index++) {
      await vi.waitFor(() => expect(sent.length).toBeGreaterThan(index))
      expect(uploads.read().items.filter(({ state }) => state === 'Sending').length).toBeLessThanOrEqual(3)
      if (index === 41) sent[index]?.reject(refused('file.encrypted', 422))
      else sent[index]?.resolve()
    }
    await vi.waitFor(() => expect(states()).toEqual(['41.md Failed']))
    expect(arrivals.read().library).toBe(99)
    expect(codeOfFirst()).toBe('file.encrypted')
  })

  it('wait if the server asks for a slower pace, without failing', async () => {
    uploadFiles('library', [file('a.md')])
    sent[0]?.reject(refused('request.rate', 429, '0'))
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(states()).toEqual(['a.md Sending'])
    const key = (index: number) => sent[index]?.input.headers?.['idempotency-key']
    expect(key(1)).toBe(key(0))
  })

  it('that failed are retried together, except those rejected for their content', async () => {
    uploadFiles('library', [file('a.md'), file('b.md')])
    sent[0]?.reject(refused('file.kind', 415))
    sent[1]?.reject(new ApiError({ status: 'FETCH_ERROR', requestId: '' }))
    await vi.waitFor(() => expect(states()).toEqual(['a.md Failed', 'b.md Failed']))
    retryFailed('library')
    expect(states()).toEqual(['a.md Failed', 'b.md Sending'])
  })

  it('keep the page from reloading by itself while they run, but not once they have failed', async () => {
    const mayReload = () =>
      Promise.race([
        nothingToLose().then(() => true),
        new Promise((resolve) => setTimeout(resolve, 20, false)),
      ])
    uploadFiles('library', [file('a.md')])
    expect(await mayReload()).toBe(false)
    sent[0]?.reject(refused('file.kind', 415))
    await vi.waitFor(() => expect(states()).toEqual(['a.md Failed']))
    expect(await mayReload()).toBe(true)
  })

  it('can be canceled together', () => {
    uploadFiles('library', [file('a.md'), file('b.md'), file('c.md'), file('d.md')])
    cancelUploads('library')
    expect(states()).toEqual([])
    expect(sent.map(({ input }) => input.signal?.aborted)).toEqual([true, true, true])
  })
})
