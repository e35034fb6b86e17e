import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config/config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { PageBrandOf } from '../platform/http/pageBrand.ts'
import type { Log } from '../platform/log/log.ts'
import type { Sites } from '../platform/sites/sites.ts'
import { type EndSessionsOf, findLinkedAccount, usePasswordLink } from './administration.ts'
import { readForm } from './forms.ts'
import { html, trusted } from './html.ts'
import { type Frame, frameOf, noticePage, render, type Script, textsOf } from './pages.ts'
import { errorOf, type PasswordError, passwordLengths } from './passwordRules.ts'
import { hashPassword } from './passwords.ts'
import { type Rendered, sendPage } from './responses.ts'
import { languageOf } from './texts.ts'
import { mayTryLink } from './tries.ts'

interface Options {
  config: Config
  database: Database
  log: Log
  clock: Clock
  sites: Sites
  pageBrandOf: PageBrandOf
  endSessionsOf: EndSessionsOf
  networkOf(request: IncomingMessage): string
  /** Origin of the site that a request was sent to. */
  originOf(request: IncomingMessage): string | null
}

/** Serves the page behind a link that sets a password, and handles its form. */
export async function handlePassword(
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
): Promise<void> {
  const frame = await frameOf(options, `${options.originOf(request) ?? ''}/`)
  if (request.method === 'OPTIONS') response.writeHead(204, { allow: 'GET, POST' }).end()
  else if (request.method === 'POST') await submit(request, response, options, frame)
  else if (queryOf(request).has('set')) sendPage(response, noticePage(request, frame, 200, 'passwordSet'))
  else sendPage(response, passwordPage(request, frame, { status: 200, token: '', errors: {} }))
}

async function submit(
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
  frame: Frame,
): Promise<void> {
  const { database, clock, log, sites, networkOf, endSessionsOf } = options
  const form = await readForm(request, sites)
  if (form === null) {
    sendPage(response, noticePage(request, frame, 400, 'badRequest'))
    return
  }
  const token = tokenIn(form.get('token') ?? '')
  const again = (status: number, errors: Errors) =>
    sendPage(response, passwordPage(request, frame, { status, token, errors }))
  if (!(await mayTryLink(database, clock, networkOf(request)))) {
    log.warn('directory.tooManyTries', {})
    again(429, { form: 'tooMany' })
    return
  }
  const account = await findLinkedAccount(database.db, token, clock.now())
  const password = form.get('password') ?? ''
  const error = account && errorOf(password, [account.userName, frame.pageBrand.productName])
  if (error) {
    again(400, { password: error })
    return
  }
  if (account && password !== form.get('repeated')) {
    again(400, { repeated: 'notTheSame' })
    return
  }
  const passwordHash = account && (await hashPassword(password))
  const isSet =
    passwordHash !== null &&
    (await database.transaction((tx) =>
      usePasswordLink(tx, { token, passwordHash, now: clock.now() }, endSessionsOf),
    ))
  if (!isSet) {
    log.info('directory.linkRefused', {})
    sendPage(response, noticePage(request, frame, 400, 'linkEnded'))
    return
  }
  log.info('directory.passwordSet', {})
  // Redirects to a separate page, so reloading it doesn't submit the form again.
  response.writeHead(303, { location: `?set&lang=${languageOf(request)}`, 'content-length': 0 }).end()
}

const queryOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://localhost').searchParams

/** Without scripts, users may paste the whole link. */
const tokenIn = (typed: string): string => typed.trim().split('#').at(-1) ?? ''

// The token is in the URL's fragment, which no server or proxy logs, so the page itself has to read it. Without
// scripts the field stays visible, and the user fills it in.
const source = `const field = document.getElementById('token')
const take = () => {
  const token = location.hash.slice(1) || field.value
  if (!token) return
  field.value = token
  field.closest('.field').hidden = true
  for (const link of document.querySelectorAll('.foot a')) link.hash = token
}
addEventListener('hashchange', take)
take()`
const script: Script = {
  markup: trusted(`<script>${source}</script>`),
  hash: `sha256-${createHash('sha256').update(source).digest('base64')}`,
}

interface Errors {
  form?: 'tooMany'
  password?: PasswordError
  repeated?: 'notTheSame'
}

/** Renders the form for a new password. */
function passwordPage(
  request: IncomingMessage,
  frame: Frame,
  { status, token, errors }: { status: number; token: string; errors: Errors },
): Rendered {
  const language = languageOf(request)
  const text = textsOf(language, frame)
  const error = (name: keyof Errors) =>
    errors[name] ? html`<p class="error" id="${name}-error" role="alert">${text[errors[name]]}</p>` : null
  const field = (name: 'password' | 'repeated', label: string, focused: boolean) => {
    const described = [name === 'password' && 'rules', errors[name] && `${name}-error`]
      .filter(Boolean)
      .join(' ')
    return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="password"
 dir="ltr" autocomplete="new-password" maxlength="${passwordLengths.longest}" required
 aria-describedby="${described}"${trusted(errors[name] ? ' aria-invalid="true"' : '')}${trusted(focused ? ' autofocus' : '')}>
${error(name)}</div>`
  }
  const body = html`<p class="lead">${text.passwordLead}</p><form method="post" action="?lang=${language}">
${error('form')}
<div class="field"><label for="token">${text.linkCode}</label><input id="token" name="token" dir="ltr" autocomplete="off"
 autocapitalize="none" spellcheck="false" required value="${token}" aria-describedby="token-hint">
<p class="hint" id="token-hint">${text.linkCodeHint}</p></div>
${field('password', text.newPassword, !errors.repeated)}<p class="hint" id="rules">${text.passwordRules}</p>
${field('repeated', text.repeatPassword, errors.repeated !== undefined)}
<button type="submit">${text.setPassword}</button></form>`
  return render(request, frame, { status, title: text.passwordTitle, body, language, switches: true, script })
}
