import { type FromPage, fromPage, LONGEST_QUESTION, marked, sitePage, type ToPage } from './messages.ts'

/** What a site can be told about the chat. */
type WidgetEvent = 'open' | 'close' | 'answer' | 'unread'

/** The widget as other scripts of the site use it: `window.ParlanceChat`. */
export interface ParlanceChat {
  open(): void
  close(): void
  /** Opens the chat and asks a question. */
  ask(question: string): void
  /**
   * Passes the page that the visitor is on to the chat: its title, its address without the query, and these details, for
   * example `{ Order: '1234' }`. The visitor sees all of it. Null stops this.
   */
  context(details: Record<string, unknown> | null): void
  /** Calls a function at an event, until the returned function is called. `unread` tells the number of unread answers. */
  on(event: WidgetEvent, told: (value: number) => void): () => void
  /** Removes the widget from the page. */
  remove(): void
}

const texts = {
  en: { open: 'Open chat', close: 'Close chat', title: 'Chat', unread: '{n} new answers' },
  ar: { open: 'فتح المحادثة', close: 'إغلاق المحادثة', title: 'محادثة', unread: 'إجابات جديدة: {n}' },
}

/** No inline styles, so that the widget works under a strict content security policy. */
const styles = `:host{all:initial;position:fixed;inset-block-end:20px;inset-inline-end:20px;z-index:2147483000;
  font:500 15px/1.3 system-ui,sans-serif}
:host([data-position=start]){inset-inline-end:auto;inset-inline-start:20px}
[hidden]{display:none!important}
button{all:unset;box-sizing:border-box;position:relative;display:flex;align-items:center;justify-content:center;gap:8px;
  min-inline-size:56px;block-size:56px;padding-inline:16px;border-radius:28px;cursor:pointer;
  color:var(--parlance-on);background:var(--parlance-color);box-shadow:0 4px 16px rgb(0 0 0/.24)}
button:focus-visible{outline:3px solid var(--parlance-color);outline-offset:3px}
svg{inline-size:24px;block-size:24px;flex:none}
.badge{position:absolute;inset-block-start:-4px;inset-inline-end:-4px;min-inline-size:22px;block-size:22px;
  border-radius:11px;background:#b3261e;color:#fff;font-size:12px;line-height:22px;text-align:center}
.panel{position:absolute;inset-block-end:72px;inset-inline-end:0;inline-size:400px;block-size:640px;
  max-inline-size:calc(100vw - 40px);max-block-size:calc(100vh - 120px);border-radius:16px;overflow:hidden;
  background:#fff;box-shadow:0 8px 40px rgb(0 0 0/.28)}
:host([data-position=start]) .panel{inset-inline-end:auto;inset-inline-start:0}
iframe{display:block;inline-size:100%;block-size:100%;border:0}
@media (max-width:480px){:host([data-open]){inset:0}
  :host([data-open]) .panel{position:fixed;inset:0;inline-size:100%;block-size:100%;max-inline-size:none;
    max-block-size:none;border-radius:0}
  :host([data-open]) button{display:none}}
@media (prefers-reduced-motion:no-preference){.panel{animation:in .16s ease-out}
  @keyframes in{from{opacity:0;transform:translateY(8px)}}}
@media print{:host{display:none}}`

const icons = {
  open: 'M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z',
  close: 'M18 6 6 18M6 6l12 12',
}

/** What the page in the frame can do. It is on another host than the site. Tabs that it opens are regular tabs. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'

/** Escape can belong to an input method; 229 is what older browsers tell then. */
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

interface Settings {
  /** The origin of the chat, which the script comes from. */
  origin: string
  page: string
  label: string
  color: string
  textColor: string
  position: string
  language: 'en' | 'ar'
  /** Whether the chat gets the page's title and address from the start. */
  tellsPage: boolean
}

function settingsOf(script: HTMLScriptElement): Settings {
  const { page = '', label = '', color, textColor, position, language, context } = script.dataset
  const spoken = language ?? document.documentElement.lang ?? navigator.language
  return {
    origin: new URL(script.src).origin,
    page,
    label,
    color: color ?? '#1f4d7a',
    textColor: textColor ?? '#fff',
    position: position === 'start' ? 'start' : 'end',
    language: spoken.startsWith('ar') ? 'ar' : 'en',
    tellsPage: context !== undefined && context !== 'false',
  }
}

/** Remembers for the tab whether the chat is open. A site without storage begins with it closed. */
function remembering(page: string) {
  const key = `parlance.widget.${page}`
  return {
    read(): boolean {
      try {
        return sessionStorage.getItem(key) === 'open'
      } catch {
        return false
      }
    },
    write(isOpen: boolean): void {
      try {
        sessionStorage.setItem(key, isOpen ? 'open' : 'closed')
      } catch {
        // The panel works without it.
      }
    },
  }
}

function icon(path: string): SVGSVGElement {
  const of = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(of, 'svg')
  const attributes = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }
  for (const [name, value] of Object.entries({ ...attributes, 'aria-hidden': 'true' }))
    svg.setAttribute(name, value)
  const drawn = document.createElementNS(of, 'path')
  drawn.setAttribute('d', path)
  svg.append(drawn)
  return svg
}

/** Puts the button on the page. The chat itself loads when it is first opened. */
export function createWidget(settings: Settings): ParlanceChat {
  const { origin, page, label, language } = settings
  const said = texts[language]
  const memory = remembering(page)
  const listeners = new Map<WidgetEvent, Set<(value: number) => void>>()
  const host = document.createElement('div')
  host.dataset.position = settings.position
  host.dir = language === 'ar' ? 'rtl' : 'ltr'
  host.lang = language
  host.style.setProperty('--parlance-color', settings.color)
  host.style.setProperty('--parlance-on', settings.textColor)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const panel = document.createElement('div')
  panel.className = 'panel'
  panel.id = 'panel'
  panel.hidden = true
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-controls', 'panel')
  const badge = document.createElement('span')
  badge.className = 'badge'
  badge.setAttribute('role', 'status')
  root.append(panel, button)

  let frame: HTMLIFrameElement | null = null
  let isReady = false
  let isOpen = false
  let unread = 0
  /** What the chat gets besides the page's title and address. Null if it gets nothing. */
  let details: Record<string, unknown> | null = settings.tellsPage ? {} : null
  let told = 'null'
  /** Messages for the page, sent once it is ready. */
  let waiting: ToPage[] = []

  const tell = (event: WidgetEvent, value = 0) => {
    for (const told of [...(listeners.get(event) ?? [])]) told(value)
  }

  function send(message: ToPage): void {
    if (isReady) frame?.contentWindow?.postMessage(marked(message), origin)
    else waiting.push(message)
  }

  /** Passes the page to the chat, if it has changed. Without its query, which can hold secrets. */
  function tellContext(): void {
    const at = location.origin + location.pathname
    const context = details && sitePage(at, document.title, details)
    const now = JSON.stringify(context)
    if (!frame || now === told) return
    told = now
    send({ type: 'context', context })
  }

  function show(): void {
    const name = isOpen ? said.close : label || said.open
    button.replaceChildren(icon(isOpen ? icons.close : icons.open))
    if (label && !isOpen) button.append(label)
    button.setAttribute('aria-label', name)
    button.setAttribute('aria-expanded', String(isOpen))
    if (unread > 0) {
      badge.textContent = unread > 9 ? '9+' : String(unread)
      badge.setAttribute('aria-label', said.unread.replace('{n}', String(unread)))
      button.append(badge)
    }
    panel.hidden = !isOpen
    host.toggleAttribute('data-open', isOpen)
  }

  function setUnread(count: number): void {
    if (unread === count) return
    unread = count
    show()
    tell('unread', count)
  }

  function load(): void {
    if (frame) return
    frame = document.createElement('iframe')
    frame.title = label || said.title
    frame.setAttribute('sandbox', SANDBOX)
    frame.allow = 'clipboard-write'
    // The page answers only to this origin, and only if its settings name it.
    frame.src = `${origin}/public-chat/${encodeURIComponent(page)}/true#site=${encodeURIComponent(location.origin)}`
    panel.append(frame)
    // The visitor moves into the chat, after apps may have changed their page without loading it.
    addEventListener('blur', tellContext)
  }

  function set(open: boolean, andFocus: boolean): void {
    if (isOpen === open) return
    isOpen = open
    memory.write(open)
    if (open) {
      load()
      tellContext()
    }
    setUnread(0)
    show()
    send({ type: open ? 'opened' : 'closed' })
    if (andFocus && open) frame?.focus()
    else if (andFocus) button.focus()
    tell(open ? 'open' : 'close')
  }

  function hear(message: FromPage): void {
    if (message.type === 'ready') {
      // A page that was loaded again has forgotten it.
      if (isReady) told = 'null'
      isReady = true
      for (const one of waiting.splice(0)) send(one)
      tellContext()
    } else if (message.type === 'close') set(false, true)
    else {
      if (!isOpen) setUnread(unread + 1)
      tell('answer')
    }
  }

  const listen = (event: MessageEvent) => {
    if (event.origin !== origin || !frame || event.source !== frame.contentWindow) return
    const message = fromPage(event.data)
    if (message) hear(message)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event) && isOpen && root.activeElement) set(false, true)
  }
  addEventListener('message', listen)
  host.addEventListener('keydown', onKey)
  button.addEventListener('click', () => set(!isOpen, true))
  show()
  document.body.append(host)
  if (memory.read()) set(true, false)

  return {
    open: () => set(true, true),
    close: () => set(false, false),
    ask(question) {
      const text = String(question).trim().slice(0, LONGEST_QUESTION)
      set(true, true)
      tellContext()
      if (text !== '') send({ type: 'ask', question: text })
    },
    context(given) {
      details = given === null ? null : { ...given }
      tellContext()
    },
    on(event, told) {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(told))
      return () => void all.delete(told)
    },
    remove() {
      removeEventListener('message', listen)
      removeEventListener('blur', tellContext)
      waiting = []
      host.remove()
    },
  }
}

/** Starts the widget of the script that loaded it. */
export function startWidget(script: HTMLScriptElement | null, at: Window & { ParlanceChat?: ParlanceChat }) {
  if (!script || at.ParlanceChat) return
  const settings = settingsOf(script)
  if (!/^[a-z0-9-]{3,63}$/.test(settings.page)) {
    // biome-ignore lint/suspicious/noConsole: the site's developer reads it, and its visitors needn't.
    console.error('Parlance: set data-page to the name of a public page.')
    return
  }
  const start = () => {
    const chat = createWidget(settings)
    at.ParlanceChat = {
      ...chat,
      /** Another script can then start the widget again, as in apps that change their page without loading it. */
      remove() {
        chat.remove()
        delete at.ParlanceChat
      },
    }
    dispatchEvent(new Event('parlance-chat-ready'))
  }
  if (document.body) start()
  else addEventListener('DOMContentLoaded', start, { once: true })
}
