// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { fromPage, marked, toPage } from './messages.ts'
import { createWidget, type ParlanceChat, startWidget } from './widget.ts'

const origin = 'https://chat.example.com'
const settings = {
  origin,
  page: 'support',
  label: '',
  color: '#123456',
  textColor: '#fff',
  position: 'end',
  language: 'en' as const,
  tellsPage: false,
}

let chat: ParlanceChat | null = null
let said: MockInstance

const host = () => document.body.lastElementChild as HTMLElement
const root = () => host().shadowRoot as ShadowRoot
const button = () => root().querySelector('button') as HTMLButtonElement
const frame = () => root().querySelector('iframe')
const hears = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
  dispatchEvent(
    Object.assign(new Event('message'), { data, origin, source: frame()?.contentWindow, ...from }),
  )

beforeEach(() => {
  // The simulated browser reports that it doesn't load the frame's page.
  said = vi.spyOn(console, 'error').mockReset()
  sessionStorage.clear()
})
afterEach(() => {
  chat?.remove()
  chat = null
})

describe('the widget', () => {
  test('is a labeled button that loads the chat only when it is first opened', () => {
    chat = createWidget(settings)
    expect(frame()).toBeNull()
    expect([button().getAttribute('aria-label'), button().getAttribute('aria-expanded')]).toEqual([
      'Open chat',
      'false',
    ])
    button().click()
    expect(frame()?.getAttribute('src')).toBe(
      `${origin}/public-chat/support/true#site=${encodeURIComponent(location.origin)}`,
    )
    expect(frame()?.getAttribute('sandbox')).toBe(
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
    )
    expect([button().getAttribute('aria-label'), button().getAttribute('aria-expanded')]).toEqual([
      'Close chat',
      'true',
    ])
    const loaded = frame()
    button().click()
    button().click()
    expect(frame()).toBe(loaded)
  })

  test('has no style attribute or element that a strict policy would refuse', () => {
    chat = createWidget(settings)
    chat.open()
    expect(root().querySelectorAll('style, [style], [onclick], script')).toHaveLength(0)
    expect(root().adoptedStyleSheets).toHaveLength(1)
  })

  test('remembers for the tab whether it is open', () => {
    chat = createWidget(settings)
    chat.open()
    chat.remove()
    chat = createWidget(settings)
    expect(frame()).not.toBeNull()
    chat.close()
    chat.remove()
    chat = createWidget(settings)
    expect(frame()).toBeNull()
  })

  test('tells the page what waited until it is ready, and only at the chat’s origin', () => {
    chat = createWidget(settings)
    chat.ask('  When do you open?  ')
    const post = vi.fn()
    Object.defineProperty(frame(), 'contentWindow', { value: { postMessage: post } })
    expect(post).not.toHaveBeenCalled()
    hears(marked({ type: 'ready' }))
    expect(post.mock.calls).toEqual([
      [marked({ type: 'opened' }), origin],
      [marked({ type: 'ask', question: 'When do you open?' }), origin],
    ])
  })

  test('tells about the site’s page only if the site says so, without its query, and again when it changes', () => {
    history.replaceState(null, '', '/lamps?token=secret#top')
    document.title = 'Lamp 41'
    chat = createWidget(settings)
    chat.open()
    const post = vi.fn()
    Object.defineProperty(frame(), 'contentWindow', { value: { postMessage: post } })
    hears(marked({ type: 'ready' }))
    dispatchEvent(new Event('blur'))
    const told = () => post.mock.calls.flatMap(([data]) => (data.type === 'context' ? [data.context] : []))
    expect(told()).toEqual([])
    chat.context({ Order: 1234, Empty: '' })
    dispatchEvent(new Event('blur'))
    const url = `${location.origin}/lamps`
    const order = { name: 'Order', value: '1234' }
    expect(told()).toEqual([{ url, title: 'Lamp 41', fields: [order] }])
    document.title = 'Lamp 42'
    dispatchEvent(new Event('blur'))
    expect(told().at(-1)).toEqual({ url, title: 'Lamp 42', fields: [order] })
    // The page in the frame was loaded again.
    post.mockClear()
    hears(marked({ type: 'ready' }))
    expect(told()).toEqual([{ url, title: 'Lamp 42', fields: [order] }])
    chat.context(null)
    expect(told().at(-1)).toBeNull()
    chat.remove()
    const script = document.createElement('script')
    script.src = `${origin}/embed/widget.js`
    Object.assign(script.dataset, { page: 'support', context: '' })
    const at = {} as Window & { ParlanceChat?: ParlanceChat }
    startWidget(script, at)
    chat = at.ParlanceChat ?? null
    chat?.open()
    const again = vi.fn()
    Object.defineProperty(frame(), 'contentWindow', { value: { postMessage: again } })
    hears(marked({ type: 'ready' }))
    expect(again.mock.calls.map(([data]) => data)).toContainEqual(
      marked({ type: 'context', context: { url, title: 'Lamp 42', fields: [] } }),
    )
  })

  test('[S23] ignores messages of other windows and origins, and malformed ones', () => {
    chat = createWidget(settings)
    chat.open()
    const told = vi.fn()
    chat.on('close', told)
    hears(marked({ type: 'close' }), { origin: 'https://evil.example' })
    hears(marked({ type: 'close' }), { source: window })
    for (const data of [
      null,
      'close',
      { type: 'close' },
      { from: 'parlance' },
      { from: 'parlance', type: 'x' },
    ])
      hears(data)
    expect(told).not.toHaveBeenCalled()
    hears(marked({ type: 'close' }))
    expect(told).toHaveBeenCalledTimes(1)
  })

  test('counts answers while it is closed, and tells the site', () => {
    chat = createWidget(settings)
    chat.open()
    hears(marked({ type: 'ready' }))
    chat.close()
    const [unread, answer] = [vi.fn(), vi.fn()]
    const stop = chat.on('unread', unread)
    chat.on('answer', answer)
    hears(marked({ type: 'answered' }))
    hears(marked({ type: 'answered' }))
    expect(root().querySelector('.badge')?.textContent).toBe('2')
    expect(unread.mock.calls).toEqual([[1], [2]])
    expect(answer).toHaveBeenCalledTimes(2)
    stop()
    chat.open()
    expect(root().querySelector('.badge')).toBeNull()
    expect(unread).toHaveBeenCalledTimes(2)
  })

  test('speaks Arabic from right to left, and starts once, with a valid page only', () => {
    const script = document.createElement('script')
    script.src = `${origin}/embed/widget.js`
    Object.assign(script.dataset, { page: 'support', language: 'ar', position: 'start', label: 'اسأل' })
    const at = {} as Window & { ParlanceChat?: ParlanceChat }
    startWidget(script, at)
    chat = at.ParlanceChat ?? null
    expect([host().dir, host().dataset.position, button().textContent]).toEqual(['rtl', 'start', 'اسأل'])
    const first = chat
    startWidget(script, at)
    expect(at.ParlanceChat).toBe(first)
    first?.remove()
    expect(at.ParlanceChat).toBeUndefined()
    startWidget(script, at)
    chat = at.ParlanceChat ?? null
    expect(chat).not.toBeNull()
    script.dataset.page = '../admin'
    const other = {} as typeof at
    startWidget(script, other)
    expect(other.ParlanceChat).toBeUndefined()
    expect(said).toHaveBeenCalledTimes(1)
  })
})

describe('messages', () => {
  test('[S23] are read only in the form in which they are written', () => {
    expect(fromPage(marked({ type: 'answered' }))).toEqual({ type: 'answered' })
    expect(toPage(marked({ type: 'ask', question: ' Why? ' }))).toEqual({ type: 'ask', question: 'Why?' })
    expect(toPage(marked({ type: 'ask', question: 'x'.repeat(5000) }))).toEqual({
      type: 'ask',
      question: 'x'.repeat(2000),
    })
    for (const odd of [
      undefined,
      1,
      [],
      { type: 'ask', question: 'x' },
      marked({ type: 'ask', question: ' ' }),
    ])
      expect(toPage(odd)).toBeNull()
    expect(toPage({ from: 'parlance', type: 'ask', question: { toString: () => 'x' } })).toBeNull()
    const page = {
      url: 'https://shop.example/',
      title: 'x'.repeat(500),
      fields: [{ name: 'a', value: 'b' }, null],
    }
    expect(toPage({ from: 'parlance', type: 'context', context: page })).toEqual({
      type: 'context',
      context: { ...page, title: 'x'.repeat(200), fields: [{ name: 'a', value: 'b' }] },
    })
    for (const context of [null, 'x', { ...page, url: 'javascript:x' }, { ...page, fields: {} }])
      expect(toPage({ from: 'parlance', type: 'context', context })).toEqual({
        type: 'context',
        context: null,
      })
  })
})
