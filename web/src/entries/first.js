// Runs before the first paint, as a separate script because the content security policy forbids inline ones.
// Applies the stored mode, contrast, width, language and direction, so nothing flashes or flips, and requests
// the first data.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  let settings
  try {
    settings = JSON.parse(read('settings') || '{}') || {}
  } catch {
    settings = {}
  }
  const mode = ['dark', 'system'].includes(settings.themeMode) ? settings.themeMode : 'light'
  const isDark = mode === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : mode === 'dark'
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.dataset.contrast = settings.themeContrast === 'bold' ? 'bold' : 'default'
  if (settings.themeStretch === true) root.dataset.stretch = ''
  // The directory's pages have no scripts and read the mode from this cookie.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store, and this runs before the first paint.
  document.cookie = `directory-mode=${mode}; Path=/directory/; Max-Age=31536000; SameSite=Lax`
  if (read('i18nextLng') === 'ar') {
    root.lang = 'ar'
    root.dir = 'rtl'
  }
  // A chosen direction overrides the language's own.
  if (settings.themeDirection === 'ltr' || settings.themeDirection === 'rtl')
    root.dir = settings.themeDirection
})()

// A brand requested in the URL applies to the tab until another one is requested. Pages opened without it,
// after sign-in or a reload, are requested again with it, before anything is displayed.
;(() => {
  try {
    const query = new URLSearchParams(location.search)
    const asked = query.get('brand')
    const stored = sessionStorage.getItem('brand')
    if (asked) sessionStorage.setItem('brand', asked)
    else if (stored) {
      query.set('brand', stored)
      location.replace(`${location.pathname}?${query}${location.hash}`)
    }
  } catch {
    // Storage is turned off, so only the URL counts.
  }
})()

// Requests what a public page shows first while the application loads.
;(() => {
  const [, endpoint] = /^\/public-chat\/([^/]+)/.exec(location.pathname) || []
  if (!endpoint) return
  const path = `/api/internal/publicConversations/endpoints/${endpoint}`
  const answer = fetch(path, { headers: { accept: 'application/json' } })
  answer.catch(() => {})
  Object.assign(globalThis, { earlyAnswers: { [path]: answer } })
})()

// Requests the data of the chat's first screen while the application loads, so on a slow connection both are
// ready at the same time. The application uses each response once (transport/early.ts) and drops those it
// doesn't need.
;(() => {
  const [, chat, entry] = /^\/(chat)(?:\/([^/]+))?\/?$/.exec(location.pathname) || []
  if (!chat || entry === 'agents' || entry === 'claim' || !globalThis.crypto?.randomUUID) return
  try {
    const token = JSON.parse(sessionStorage.getItem('auth') || '{}').n1aiToken
    const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
    if (JSON.parse(atob(payload)).exp * 1000 < Date.now() + 30_000) return
    const answers = {}
    let sessionTokens = {}
    try {
      sessionTokens = JSON.parse(sessionStorage.getItem('sessionTokens') || '{}')
    } catch {
      // Without them, the responses can be older than the last change.
    }
    const ask = (path) => {
      const headers = {
        ...sessionTokens,
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'x-request-id': crypto.randomUUID(),
      }
      answers[path] = fetch(path, { headers })
      answers[path].catch(() => {})
      return answers[path]
    }
    const conversationId = new URLSearchParams(location.search).get('conversationId')
    const details = (id) => ask(`/api/internal/gptSystems/${encodeURIComponent(id)}/detailsForConversation`)
    const agent = entry ? decodeURIComponent(entry) : localStorage.getItem('lastGptSystemId')
    const agents = ask('/api/internal/currentUser/gptSystems?pageSize=200')
    ask('/api/internal/featureFlags')
    if (conversationId) {
      const conversation = `/api/internal/userConversations/${encodeURIComponent(conversationId)}`
      ask(conversation)
      ask(`${conversation}/segments`)
    } else if (agent) details(agent)
    else {
      // The very first chat is with the oldest agent, and IDs increase over time.
      agents
        .then((answer) => answer.clone().json())
        .then(({ items }) => {
          const [oldest] = items.map(({ gptSystemId }) => gptSystemId).sort()
          if (oldest) details(oldest)
        })
        .catch(() => {})
    }
    Object.assign(globalThis, { earlyAnswers: answers })
  } catch {
    // No one is signed in, or storage is turned off. The application sends its own requests.
  }
})()
