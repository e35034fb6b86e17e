// Runs before the first paint, as a script of its own because the content policy allows no inline one: the stored mode,
// contrast, width, language and direction, so that nothing flashes or turns over; and asks for what is shown first.
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
  root.dataset.theme = settings.themeMode === 'dark' ? 'dark' : 'light'
  root.dataset.contrast = settings.themeContrast === 'bold' ? 'bold' : 'default'
  if (settings.themeStretch === true) root.dataset.stretch = ''
  // The directory's own pages have no script: a cookie of theirs tells them the mode.
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and this runs before paint.
  document.cookie = `directory-mode=${root.dataset.theme}; Path=/directory/; Max-Age=31536000; SameSite=Lax`
  if (read('i18nextLng') === 'ar') {
    root.lang = 'ar'
    root.dir = 'rtl'
  }
  // A direction that was chosen wins over the language's own.
  if (settings.themeDirection === 'ltr' || settings.themeDirection === 'rtl')
    root.dir = settings.themeDirection
})()

// A brand that was asked for in the address is the tab's until another one is: pages that are opened without it, after
// signing in or by a reload, are asked for again with it, before anything of them is seen.
;(() => {
  try {
    const query = new URLSearchParams(location.search)
    const asked = query.get('brand')
    const kept = sessionStorage.getItem('brand')
    if (asked) sessionStorage.setItem('brand', asked)
    else if (kept) {
      query.set('brand', kept)
      location.replace(`${location.pathname}?${query}${location.hash}`)
    }
  } catch {
    // Storage is switched off: the address alone decides.
  }
})()

// What the chat's first screen shows is asked for here, beside the program that will show it: on a slow line it is there
// when the program is. The program takes each answer once (api/early.ts); one that it does not ask for is dropped.
;(() => {
  const [, chat, entry] = /^\/(chat)(?:\/([^/]+))?\/?$/.exec(location.pathname) || []
  if (!chat || entry === 'agents' || !globalThis.crypto?.randomUUID) return
  try {
    const token = JSON.parse(sessionStorage.getItem('auth') || '{}').n1aiToken
    const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
    if (JSON.parse(atob(payload)).exp * 1000 < Date.now() + 30_000) return
    const answers = {}
    const ask = (path) => {
      const headers = {
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
      // The first chat of all is with the oldest agent, and ids grow with time.
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
    // Nobody is signed in, or storage is switched off: the program asks by itself.
  }
})()
