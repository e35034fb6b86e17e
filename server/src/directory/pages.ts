import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import type { PageBrand, PageBrandOf } from '../platform/http/pageBrand.ts'
import type { Sites } from '../platform/sites/sites.ts'
import { type Html, html, trusted } from './html.ts'
import { pageHeaders, type Rendered } from './responses.ts'
import { splash } from './splash.ts'
import { style } from './style.ts'
import { type Language, languageCookie, languageOf, languages, type Text, texts } from './texts.ts'

const mark = trusted(
  '<svg class="logo" width="52" height="52" viewBox="0 0 32 32" aria-hidden="true"><defs><linearGradient id="lg" x1="0" y1="0" x2="1" y2="1"><stop stop-color="var(--p-dark)"/><stop offset=".55" stop-color="var(--p-main)"/><stop offset="1" stop-color="var(--s-main)"/></linearGradient></defs><path fill="url(#lg)" d="M2 30V15C2 7.3 8 2 16 2s14 5.6 14 13.2S24 28.6 16 28.6c-2 0-4-.3-5.7-1z"/><path fill="#fff" d="M8.5 19.8v-4.3c0-2.6 1.7-4.5 4.6-5v2.3c-1.2.4-1.9 1.3-1.9 2.3h2.3v4.7zm8.500 0v-4.300c0-2.600 1.700-4.500 4.600-5v2.300c-1.200.4-1.900 1.300-1.900 2.300h2.300v4.700z"/></svg>',
)
const background = trusted(
  `<svg class="splash" viewBox="0 0 1440 960" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${Object.entries(
    splash,
  )
    .map(([color, path]) => `<path class="${color}" d="${path}"/>`)
    .join('')}</svg>`,
)

/** The site that a page belongs to, and its appearance. */
export interface Frame {
  config: Config
  pageBrand: PageBrand
  /** Origin of the pages that lead here and that links lead back to. */
  origin: string
}

/** Returns the one of our sites that a URL belongs to. */
export function siteOf(sites: Sites, address: unknown): string | null {
  const text = typeof address === 'string' ? address : ''
  return sites.origins().find((one) => text.startsWith(`${one}/`)) ?? null
}

/** Returns the frame for the site of `returnsTo`, the product URL that sign-in returns to. */
export async function frameOf(
  { config, sites, pageBrandOf }: { config: Config; sites: Sites; pageBrandOf: PageBrandOf },
  returnsTo: unknown,
): Promise<Frame> {
  const origin = siteOf(sites, returnsTo) ?? config.publicOrigin
  const pageBrand = await pageBrandOf({ host: new URL(origin).host, path: '/auth/', brandKey: null })
  return { config, pageBrand, origin }
}

/** The only script of a page. */
export interface Script {
  markup: Html
  /** Identifies the script in the page's content security policy. */
  hash: string
}

interface Page {
  status: number
  title: string
  body: Html
  language: Language
  /** Whether to show the links to other languages. Off for pages that answer a POST whose form is gone. */
  switches: boolean
  script?: Script
}

export function render(request: IncomingMessage, frame: Frame, page: Page): Rendered {
  const { config, pageBrand, origin } = frame
  const nonce = randomBytes(16).toString('base64')
  const { direction } = languages[page.language]
  const foot = Object.entries(languages).map(([code, { name }]) =>
    code === page.language
      ? html`<span aria-current="true" lang="${code}">${name}</span>`
      : html`<a href="?lang=${code}" lang="${code}" hreflang="${code}">${name}</a>`,
  )
  const variables = trusted(
    `:root{${pageBrand.light}}[data-theme=dark]{${pageBrand.dark}}` +
      `@media(prefers-color-scheme:dark){[data-theme=system]{${pageBrand.dark}}}`,
  )
  const logo = pageBrand.logo === null ? mark : html`<img class="logo" src="${pageBrand.logo}" alt="">`
  const splashed =
    pageBrand.splash === null ? background : html`<img class="splash" src="${pageBrand.splash}" alt="">`
  const { markup: body } = html`<!doctype html>
<html lang="${page.language}" dir="${direction}" data-theme="${modeOf(request)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${page.title} | ${pageBrand.productName}</title>
<link rel="icon" href="${pageBrand.icon}"><style nonce="${nonce}">${variables}${trusted(style)}</style></head>
<body>${splashed}<main data-alignment="${pageBrand.loginAlignment}"><section>${logo}<h1>${page.title}</h1>${page.body}
${page.switches && html`<div class="foot">${foot}</div>`}</section></main>${page.script?.markup ?? null}</body></html>`
  const chosen = URL.parse(request.url ?? '/', 'http://localhost')?.searchParams.has('lang')
  const secure = config.publicOrigin.startsWith('https:') ? '; Secure' : ''
  const cookie = `${languageCookie}=${page.language}; Path=/directory/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure}`
  const headers = {
    ...pageHeaders(config, origin, nonce, page.script?.hash ?? null),
    'content-type': 'text/html; charset=utf-8',
    'content-language': page.language,
    ...(chosen && page.switches ? { 'set-cookie': cookie } : {}),
  }
  return { status: page.status, headers, body }
}

/** The texts of a page, with the product's name on that site. */
export function textsOf(language: Language, { pageBrand }: Frame): Record<Text, string> {
  const named = Object.entries(texts[language]).map(([key, text]) => [
    key,
    text.replaceAll('{product}', () => pageBrand.productName),
  ])
  return Object.fromEntries(named)
}

/**
 * Returns the mode that is chosen in the client. The client sets a cookie for it, because these pages read none of
 * its other state. The style follows the system, because only the browser knows its mode.
 */
function modeOf(request: IncomingMessage): string {
  return /(?:^|;\s*)directory-mode=(dark|system)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? 'light'
}

export interface LoginPage {
  status: number
  uiLocales: string | undefined
  /** The username entered before, shown again. */
  userName: string
  error: 'wrong' | 'tooMany' | null
  /** The demo accounts to show, if they can be used. */
  demo: { users: string[]; password: string } | null
}

/** Renders the form for username and password, which posts to its own URL. */
export function loginPage(request: IncomingMessage, frame: Frame, page: LoginPage): Rendered {
  const language = languageOf(request, page.uiLocales)
  const text = textsOf(language, frame)
  const wrong = page.error === null ? null : text[page.error]
  const described = wrong === null ? trusted('') : trusted(' aria-describedby="error" aria-invalid="true"')
  const onName = page.userName === '' ? trusted(' autofocus') : trusted('')
  const onPassword = page.userName === '' ? trusted('') : trusted(' autofocus')
  const body = html`<p class="lead">${text.lead}</p><form method="post" action="?lang=${language}">
${wrong !== null && html`<p class="error" id="error" role="alert">${wrong}</p>`}
<div class="field"><label for="userName">${text.userName}</label><input id="userName" name="userName" dir="ltr"
 autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required value="${page.userName}"${described}${onName}></div>
<div class="field"><label for="password">${text.password}</label><input id="password" name="password" type="password" dir="ltr"
 autocomplete="current-password" maxlength="1000" required${described}${onPassword}></div>
<button type="submit">${text.signIn}</button></form>${page.demo && demoNote(text, page.demo)}`
  return render(request, frame, { status: page.status, title: text.title, body, language, switches: true })
}

function demoNote(text: Record<Text, string>, demo: { users: string[]; password: string }): Html {
  const bold = (word: string) => html`<b dir="ltr">${word}</b>`
  const users = demo.users.map((user, index) => {
    const joint = index === 0 ? '' : index === demo.users.length - 1 ? ` ${text.or} ` : text.comma
    return html`${joint}${bold(user)}`
  })
  const parts = text.demo.split(/\{(?:users|password)\}/)
  return html`<p class="note">${parts[0] ?? ''}${users}${parts[1] ?? ''}${bold(demo.password)}${parts[2] ?? ''}</p>`
}

export type Notice =
  | 'demoRefused'
  | 'expired'
  | 'badRequest'
  | 'failed'
  | 'signedOut'
  | 'linkEnded'
  | 'passwordSet'

/** Renders a page with one message and a link back to the product. */
export function noticePage(request: IncomingMessage, frame: Frame, status: number, notice: Notice): Rendered {
  const language = languageOf(request)
  const text = textsOf(language, frame)
  const way = notice === 'passwordSet' ? text.signIn : text.back
  const body = html`<p class="lead">${text[notice]}</p><p><a href="${frame.origin}/">${way}</a></p>`
  return render(request, frame, { status, title: text[`${notice}Title`], body, language, switches: false })
}

/** Asks whether to sign out if the request doesn't prove who sent it. */
export function logoutQuestion(
  request: IncomingMessage,
  frame: Frame,
  action: string,
  secret: string,
): Rendered {
  const language = languageOf(request)
  const text = textsOf(language, frame)
  const body = html`<p class="lead">${text.signOutLead}</p><form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${secret}"><input type="hidden" name="logout" value="yes">
<button type="submit">${text.signOut}</button></form>`
  return render(request, frame, { status: 200, title: text.signOutTitle, body, language, switches: false })
}
