// @vitest-environment happy-dom
import { client, limits } from '@parlance/contract/limits'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../transport/apiError.ts'
import type { SendInput } from '../../../transport/transport.ts'
import {
  type UploadedFile,
  uploadedFilesPrompt,
  uploadedImagesPrompt,
} from '../../chatModel/attachments/api.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

interface Sent {
  input: SendInput
  resolve: (answer: unknown) => Promise<void>
  reject: (error: unknown) => Promise<void>
  progress: (share: number) => Promise<void>
}
const sent: Sent[] = []
let onProgress: (share: number) => void = () => {}
vi.mock('../../../api/performUpload.ts', () => ({
  performUpload: (tell: (share: number) => void) => {
    onProgress = tell
    return () => Promise.reject(new Error('not in this test'))
  },
}))
vi.mock('../../../session/http.ts', async () => ({
  ...(await import('../../../transport/transport.ts')),
  ...(await import('../../../transport/apiError.ts')),
  send: (input: SendInput) => {
    const progress = onProgress
    return new Promise<Response>((resolve, reject) => {
      input.signal?.addEventListener('abort', () => reject(input.signal?.reason))
      sent.push({
        input,
        resolve: (answer) => settled(() => resolve(new Response(JSON.stringify(answer)))),
        reject: (error) => settled(() => reject(error)),
        progress: (share) => settled(() => progress(share)),
      })
    })
  },
}))
const settled = (change: () => void) =>
  act(async () => {
    change()
    await new Promise((resolve) => setTimeout(resolve, 5))
  })

const { chatActions, chatSlice } = await import('../../chatModel/chatSlice.ts')
const { Composer } = await import('../Composer.tsx')
const { readDraftFiles } = await import('../../chatModel/drafts.ts')
type CanSee = import('./useAttachments.ts').CanSee
const { attachFiles, cancelUpload, uploads } = await import('./uploads.ts')

const createStore = () => configureStore({ reducer: combineSlices(chatSlice) })
const onSend = vi.fn()
const canSee = vi.fn<CanSee>()
let unmount = () => {}
let store = createStore()

function show(draftOf = 'c1', takesFiles = false) {
  const place = document.createElement('div')
  place.className = 'chat'
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  const render = (of: string) =>
    act(() =>
      root.render(
        <Provider store={store}>
          <Composer
            draftOf={of}
            agentName="Guide"
            first={false}
            reconnecting={false}
            canSee={canSee}
            takesFiles={takesFiles}
            onSend={onSend}
            onStop={() => {}}
          />
        </Provider>,
      ),
    )
  render(draftOf)
  return { place, render }
}

const file = (name: string, text = 'text', type = '') => new File([text], name, { type })
const chips = () => [...document.querySelectorAll<HTMLElement>('.attachments > li')]
const words = () => chips().map((chip) => chip.textContent)
const button = (name: string | RegExp) =>
  [...document.querySelectorAll('button')].find((one) => {
    const label = one.getAttribute('aria-label') ?? ''
    return typeof name === 'string' ? label === name : name.test(label)
  })!
const click = (name: string | RegExp) => act(() => button(name).click())
const field = () => document.querySelector('textarea')!

function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[data-attach]')!
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  act(() => void input.dispatchEvent(new Event('change', { bubbles: true })))
}
function type(text: string) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field()), 'value')!
  act(() => {
    set!.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const uploadsSent = () => sent.filter(({ input }) => input.method === 'POST')
const answer = (attachmentId: string, more: Partial<UploadedFile> = {}) => ({
  attachmentId,
  originalFileName: `${attachmentId}.pdf`,
  attachmentType: 'FileSearch',
  context: 'Conversation',
  size: 4,
  mimeType: 'application/pdf',
  state: 'Ready',
  progress: 100,
  reason: null,
  pages: 1,
  ...more,
})
const uploaded = (attachmentId: string, more: Partial<UploadedFile> = {}): UploadedFile => ({
  attachmentId,
  originalFileName: `${attachmentId}.pdf`,
  size: 4,
  state: 'Ready',
  progress: 100,
  reason: null,
  draftOf: 'c1',
  place: 1,
  ...more,
})

beforeEach(() => {
  sessionStorage.clear()
  store = createStore()
  sent.length = 0
  onSend.mockReset()
  canSee.mockReset().mockResolvedValue(true)
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})
afterEach(() => {
  act(() => {
    unmount()
    for (const { uploadId } of uploads.read().items) cancelUpload(uploadId)
  })
  vi.unstubAllGlobals()
})

const image = (visionImageId: string) => ({
  visionImageId,
  blobFileName: `${visionImageId}.jpg`,
  thumbnailBlobFileName: `${visionImageId}-small.webp`,
  width: 4,
  height: 2,
})

describe('files of a draft in the state', () => {
  const ids = () => store.getState().chat.uploadedFiles.map(({ attachmentId }) => attachmentId)

  it('[R-3-113] uploadedFilesPrompt and uploadedImagesPrompt include only files that have arrived', () => {
    const files = [
      uploaded('a'),
      uploaded('i', { image: image('i') }),
      uploaded('b', { state: 'Failed' }),
      uploaded('c', { state: 'Queued' }),
    ]
    expect(uploadedFilesPrompt(files).map(({ attachmentId }) => attachmentId)).toEqual(['a', 'c'])
    expect(uploadedImagesPrompt(files)).toEqual([image('i')])
  })

  it('[R-4-079] are added, and a file with the same ID replaces the first', () => {
    store.dispatch(chatActions.attachmentAdded(uploaded('a')))
    store.dispatch(chatActions.attachmentAdded(uploaded('b')))
    store.dispatch(chatActions.attachmentAdded(uploaded('a', { state: 'Failed' })))
    expect(ids()).toEqual(['a', 'b'])
    expect(store.getState().chat.uploadedFiles[0]?.state).toBe('Failed')
  })

  it('[R-4-080] [R-4-082] are removed by attachmentId, and cleared for one draft only', () => {
    for (const id of ['a', 'b']) store.dispatch(chatActions.attachmentAdded(uploaded(id)))
    store.dispatch(chatActions.attachmentAdded(uploaded('c', { draftOf: 'c2' })))
    store.dispatch(chatActions.attachmentRemoved('a'))
    expect(ids()).toEqual(['b', 'c'])
    store.dispatch(chatActions.attachmentRemoved('unknown'))
    expect(ids()).toEqual(['b', 'c'])
    store.dispatch(chatActions.attachmentAdded(uploaded('i', { image: image('i') })))
    store.dispatch(chatActions.attachmentsCleared('c1'))
    expect(ids()).toEqual(['c'])
  })

  it('aren’t restored or changed by a response about a file removed in the meantime', () => {
    store.dispatch(chatActions.attachmentAdded(uploaded('b')))
    const before = store.getState()
    store.dispatch(
      chatActions.attachmentReadOn({ attachmentId: 'a', state: 'Ready', progress: 100, reason: null }),
    )
    expect(store.getState()).toEqual(before)
  })
})

describe('uploads', () => {
  it.each(['FileSearch', 'CodeInterpreter'])(
    '[R-5-011] [R-5-012] include attachments of the type %s, with type and context',
    (attachmentType) => {
      attachFiles({ draftOf: 'c1', chat: {} }, [file('a.pdf')], attachmentType, 20)
      expect(sent[0]?.input).toMatchObject({
        method: 'POST',
        path: '/api/internal/attachments',
        query: { attachmentType, context: 'Conversation' },
      })
    },
  )

  it('[R-5-013] ignore attachments of another type', () => {
    expect(attachFiles({ draftOf: 'c1', chat: {} }, [file('a.pdf')], 'Vision', 20)).toEqual([])
    expect(sent).toEqual([])
    expect(uploads.read().items).toEqual([])
  })
})

describe('pasted text', () => {
  const long = 'x'.repeat(client.longPasteCharacters + 1)
  function paste(text: string, keys: Partial<KeyboardEventInit> | null = null) {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    const clipboardData = { files: [], types: ['text/plain'], getData: () => text }
    Object.assign(event, { clipboardData })
    act(() => {
      if (keys) field().dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyV', bubbles: true, ...keys }))
      field().dispatchEvent(event)
    })
    return event.defaultPrevented
  }
  const names = () => chips().map((chip) => chip.querySelector('bdi')?.textContent)

  it('becomes a file from one character above the field’s limit, with a number if the name exists', () => {
    show('c1', true)
    expect(paste(long.slice(1))).toBe(false)
    expect(names()).toEqual([])
    expect(paste(long)).toBe(true)
    expect(paste(long)).toBe(true)
    expect(names()).toEqual(['Pasted text.txt', 'Pasted text 2.txt'])
    expect(field().value).toBe('')
  })

  it('stays text with Ctrl+Shift+V, if files aren’t searched, or if there is no room for a file', () => {
    show('c1', true)
    expect(paste(long, { ctrlKey: true, shiftKey: true })).toBe(false)
    expect(paste(long, { ctrlKey: true })).toBe(true)
    for (let at = 1; at < limits.attachmentsPerSegment; at++) paste(long)
    expect(paste(long)).toBe(false)
    act(() => unmount())
    show('c2', false)
    expect(paste(long)).toBe(false)
  })

  it('keeps its text if the file couldn’t be read when a question is sent, and otherwise is sent with it', async () => {
    show('c1', true)
    paste(`${long}a`)
    paste(`${long}b`)
    await sent[0]!.resolve(answer('a', { originalFileName: 'Pasted text.txt' }))
    await sent[1]!.resolve(
      answer('b', { originalFileName: 'Pasted text 2.txt', state: 'Failed', reason: 'file.failed' }),
    )
    type('Which?')
    act(() => document.querySelector('form')!.requestSubmit())
    expect(onSend.mock.calls[0]?.[1].attachments).toEqual([
      { attachmentId: 'a', originalFileName: 'Pasted text.txt' },
    ])
    expect(names()).toEqual(['Pasted text 2.txt'])
    expect(readDraftFiles('c1').map(({ attachmentId }) => attachmentId)).toEqual(['b'])
    await settled(() => button('Insert Pasted text 2.txt as text').click())
    await vi.waitFor(() => expect(field().value).toBe(`${long}b`))
    expect(names()).toEqual([])
  })
})

describe('the composer with files', () => {
  it('[R-4-079] shows a selected file with its upload progress, then as processing, then as ready', async () => {
    show()
    choose(file('report.pdf', 'four'))
    expect(words()[0]).toContain('report.pdf')
    await sent[0]!.progress(0.5)
    expect(chips()[0]?.querySelector('progress')?.value).toBe(0.5)
    expect(words()[0]).toContain('50%')
    await sent[0]!.resolve(answer('a', { originalFileName: 'report.pdf', state: 'Queued', progress: 0 }))
    expect(words()[0]).toContain('Reading…')
    await vi.waitFor(() => expect(sent[1]?.input.path).toBe('/api/internal/attachments/a/state'))
    await sent[1]!.resolve(answer('a', { originalFileName: 'report.pdf' }))
    expect(words()[0]).not.toContain('Reading…')
    expect(chips()[0]?.dataset.state).toBe('Ready')
  })

  it('uploads at most three files at once, and keeps their order whichever arrives first', async () => {
    show()
    choose(file('1.pdf'), file('2.pdf'), file('3.pdf'), file('4.pdf'))
    expect(uploadsSent()).toHaveLength(3)
    await sent[1]!.resolve(answer('b', { originalFileName: '2.pdf' }))
    expect(uploadsSent()).toHaveLength(4)
    expect(chips().map((chip) => chip.querySelector('bdi')?.textContent)).toEqual([
      '1.pdf',
      '2.pdf',
      '3.pdf',
      '4.pdf',
    ])
  })

  it('says why a file failed, offers no retry for invalid content, and continues with the rest', async () => {
    show()
    choose(file('secret.pdf'), file('good.pdf'))
    const problem = { code: 'file.encrypted', status: 422, title: 'x' }
    await sent[0]!.reject(new ApiError({ status: 422, data: problem, requestId: '' }))
    expect(words()[0]).toContain('password-protected')
    expect(button(/^Try secret.pdf/)).toBeUndefined()
    await sent[1]!.resolve(answer('b'))
    type('What?')
    click('Send')
    expect(onSend.mock.calls).toEqual([
      ['What?', { attachments: [{ attachmentId: 'b', originalFileName: 'b.pdf' }], images: [] }],
    ])
    expect(chips()).toEqual([])
  })

  it('retries a failed upload as the same upload', async () => {
    show()
    choose(file('a.pdf'))
    await sent[0]!.reject(new ApiError({ status: 'FETCH_ERROR', requestId: '' }))
    click('Retry a.pdf')
    const key = (index: number) => uploadsSent()[index]?.input.headers?.['idempotency-key']
    expect(key(0)).toMatch(/^.{8,200}$/)
    expect(key(1)).toBe(key(0))
  })

  it('cancels an upload, and removes an uploaded file from the server too', async () => {
    show()
    choose(file('a.pdf'), file('b.pdf'))
    click('Cancel upload of a.pdf')
    expect(sent[0]?.input.signal?.aborted).toBe(true)
    await sent[1]!.resolve(answer('b', { originalFileName: 'b.pdf' }))
    click('Remove b.pdf')
    expect(chips()).toEqual([])
    expect(sent.at(-1)?.input).toMatchObject({ method: 'DELETE', path: '/api/internal/attachments/b' })
    expect(document.activeElement).toBe(field())
  })

  it('rejects empty, oversized and unsearchable files without uploading them', () => {
    show()
    const large = Object.defineProperty(file('large.pdf'), 'size', { value: 50 * 1024 * 1024 + 1 })
    choose(file('empty.pdf', ''), large, file('film.mp4', 'x', 'video/mp4'))
    expect(sent).toEqual([])
    expect(words()[0]).toContain('The file is empty')
    expect(words()[1]).toContain('larger than 50 MB')
    expect(words()[2]).toContain('file type isn’t supported')
  })

  it('uploads TypeScript, which browsers take for video', () => {
    show()
    choose(file('app.ts', 'x', 'video/mp2t'))
    expect(sent).toHaveLength(1)
  })

  it('[R-4-081] uploads images to their own endpoint, sends them next to the files, and removes them by ID', async () => {
    show()
    await act(async () =>
      choose(file('a.pdf'), file('photo.png', 'x', 'image/png'), file('b.png', 'x', 'image/png')),
    )
    expect(sent.map(({ input }) => input.path)).toEqual([
      '/api/internal/attachments',
      '/api/internal/userConversations/VisionImages/Files',
      '/api/internal/userConversations/VisionImages/Files',
    ])
    await sent[0]!.resolve(answer('a'))
    await sent[1]!.resolve({ ...image('i'), mimeType: 'image/jpeg' })
    await sent[2]!.resolve({ ...image('j'), mimeType: 'image/jpeg' })
    expect(chips().map((chip) => chip.dataset.state)).toEqual(['Ready', 'Ready', 'Ready'])
    click('Remove b.png')
    expect(store.getState().chat.uploadedFiles.map(({ attachmentId }) => attachmentId)).toEqual(['a', 'i'])
    expect(sent.some(({ input }) => input.method === 'DELETE')).toBe(false)
    type('What?')
    click('Send')
    expect(onSend.mock.calls).toEqual([
      ['What?', { attachments: [{ attachmentId: 'a', originalFileName: 'a.pdf' }], images: [image('i')] }],
    ])
  })

  it('says immediately that an agent can’t read images, and lets the server decide if that is unknown', async () => {
    show()
    canSee.mockResolvedValue(false)
    await act(async () => choose(file('photo.png', 'x', 'image/png')))
    expect(sent).toEqual([])
    expect(words()[0]).toContain('can’t read images')
    canSee.mockRejectedValue(new Error('offline'))
    const large = Object.defineProperty(file('l.png', 'x', 'image/png'), 'size', {
      value: 20 * 1024 * 1024 + 1,
    })
    await act(async () => choose(file('b.png', 'x', 'image/png'), large))
    expect(uploadsSent()).toHaveLength(1)
    expect(words()[2]).toContain('larger than 20 MB')
  })

  it('says that the instance sends no images to models', async () => {
    show()
    canSee.mockResolvedValue('NotSent')
    await act(async () => choose(file('photo.png', 'x', 'image/png'), file('a.pdf')))
    expect(words()[0]).toContain('personal data in them can’t be hidden')
    expect(uploadsSent()).toHaveLength(1)
  })

  it('accepts 20 files per question and says how many were left out', () => {
    show()
    choose(...Array.from({ length: 23 }, (_, index) => file(`${index}.pdf`)))
    expect(chips()).toHaveLength(20)
    expect(document.querySelector('.attachments-full')?.textContent).toContain('3 files weren’t attached')
  })

  it('accepts 10 images even if they are selected twice before it is known that they can be read', async () => {
    let tell = () => {}
    canSee.mockImplementation(() => new Promise((resolve) => (tell = () => resolve(true))))
    show()
    const told: (() => void)[] = []
    for (const selection of [1, 2]) {
      choose(...Array.from({ length: 6 }, (_, at) => file(`${selection}-${at}.png`, 'x', 'image/png')))
      told.push(tell)
    }
    await act(async () => {
      for (const one of told) one()
    })
    expect(chips()).toHaveLength(10)
    expect(document.body.textContent).toContain('2 files weren’t attached')
  })

  it('lists only some of many files that can’t be sent, and counts the others', async () => {
    canSee.mockResolvedValue(false)
    show()
    choose(...Array.from({ length: 2000 }, (_, at) => file(`${at}.png`, 'x', 'image/png')))
    await act(async () => {})
    expect(chips()).toHaveLength(5)
    expect(document.body.textContent).toContain('1995 files weren’t attached')
  })

  it('delays sending until the uploads are done, and can be canceled', async () => {
    show()
    choose(file('a.pdf'))
    type('What?')
    click('Send when uploads finish')
    expect(onSend).not.toHaveBeenCalled()
    click('Cancel sending')
    await sent[0]!.resolve(answer('a'))
    expect(onSend).not.toHaveBeenCalled()
    choose(file('b.pdf'))
    click('Send when uploads finish')
    await uploadsSent()[1]!.resolve(answer('b'))
    expect(onSend.mock.calls[0]?.[1].attachments).toEqual([
      { attachmentId: 'a', originalFileName: 'a.pdf' },
      { attachmentId: 'b', originalFileName: 'b.pdf' },
    ])
  })

  it('doesn’t send the text of another conversation opened during the wait', async () => {
    sessionStorage.setItem('draft::c2', 'Not to be sent')
    const { render } = show('c1')
    choose(file('a.pdf'))
    type('What?')
    click('Send when uploads finish')
    render('c2')
    expect(field().value).toBe('Not to be sent')
    await sent[0]!.resolve(answer('a'))
    expect(onSend).not.toHaveBeenCalled()
    render('c1')
    expect(field().value).toBe('What?')
    expect(onSend).not.toHaveBeenCalled()
  })

  it('doesn’t send automatically if an upload it waited for has failed', async () => {
    show()
    choose(file('a.pdf'))
    type('What?')
    click('Send when uploads finish')
    await sent[0]!.reject(new ApiError({ status: 'FETCH_ERROR', requestId: '' }))
    expect(onSend).not.toHaveBeenCalled()
    expect(button('Send')).toBeDefined()
  })

  it('keeps each conversation’s files across a reload, and asks whether they still exist', async () => {
    const { render } = show('c1')
    choose(file('a.pdf'))
    await sent[0]!.resolve(answer('a', { originalFileName: 'a.pdf' }))
    render('c2')
    expect(chips()).toEqual([])
    expect(readDraftFiles('c1').map(({ attachmentId }) => attachmentId)).toEqual(['a'])
    act(() => unmount())
    store = createStore()
    show('c1')
    expect(words()[0]).toContain('a.pdf')
    await vi.waitFor(() => expect(sent.at(-1)?.input.path).toBe('/api/internal/attachments/a/state'))
    await sent.at(-1)!.reject(new ApiError({ status: 404, requestId: '' }))
    expect(words()[0]).toContain('doesn’t exist')
  })

  it('moves the files of a new conversation when it gets its agent', async () => {
    const { render } = show('new:')
    choose(file('a.pdf'), file('b.pdf'))
    await sent[0]!.resolve(answer('a'))
    render('new:agent')
    expect(chips()).toHaveLength(2)
    await sent[1]!.resolve(answer('b'))
    expect(chips()).toHaveLength(2)
    expect(readDraftFiles('new:agent').map(({ attachmentId }) => attachmentId)).toEqual(['a', 'b'])
    expect(readDraftFiles('new:')).toEqual([])
  })

  it('keeps an upload that ends while no composer is shown', async () => {
    show('c1')
    choose(file('a.pdf'))
    act(() => unmount())
    await sent[0]!.resolve(answer('a', { originalFileName: 'a.pdf' }))
    show('c1')
    expect(words()[0]).toContain('a.pdf')
  })
})
