// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { toast } from './toast.tsx'
import { copyText } from './useCopy.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function clipboard(accepts: boolean) {
  const refuse = () => Promise.reject(new Error('denied'))
  const written = {
    writeText: vi.fn((_text: string) => (accepts ? Promise.resolve() : refuse())),
    write: vi.fn((_items: ClipboardItem[]) => (accepts ? Promise.resolve() : refuse())),
  }
  vi.stubGlobal('navigator', { ...navigator, clipboard: written })
  return written
}

class Item {
  readonly kinds: Record<string, string>
  constructor(kinds: Record<string, string>) {
    this.kinds = kinds
  }
}

it('copies text, and HTML next to it if there is any', async () => {
  vi.stubGlobal('ClipboardItem', Item)
  const { write, writeText } = clipboard(true)
  expect(await copyText('plain')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('plain')
  expect(write).not.toHaveBeenCalled()
  expect(await copyText('**b**', '<strong>b</strong>')).toBe(true)
  expect(write).toHaveBeenCalledWith([new Item({ 'text/plain': '**b**', 'text/html': '<strong>b</strong>' })])
})

it('copies the text alone in a browser that takes nothing else', async () => {
  vi.stubGlobal('ClipboardItem', undefined)
  const { writeText } = clipboard(true)
  expect(await copyText('**b**', '<strong>b</strong>')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('**b**')
})

it('says so if the browser refuses', async () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue('shown')
  vi.stubGlobal('ClipboardItem', Item)
  clipboard(false)
  expect(await copyText('plain')).toBe(false)
  expect(await copyText('**b**', '<strong>b</strong>')).toBe(false)
  expect(said).toHaveBeenCalledTimes(2)
})
