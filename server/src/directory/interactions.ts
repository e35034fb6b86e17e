import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type Provider } from 'oidc-provider'
import type { Config } from '../config/config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { PageBrandOf } from '../platform/http/pageBrand.ts'
import type { Log } from '../platform/log/log.ts'
import type { Sites } from '../platform/sites/sites.ts'
import { demoPassword, demoUsers } from './demo.ts'
import { readForm } from './forms.ts'
import type { createKnownBrowsers } from './knownBrowser.ts'
import { type Frame, frameOf, loginPage, noticePage } from './pages.ts'
import { isPassword } from './passwords.ts'
import { sendPage } from './responses.ts'
import { findUserByName, hasOnlyDemoUsers } from './store.ts'
import { clearTries, mayTry } from './tries.ts'

interface Options {
  config: Config
  database: Database
  log: Log
  clock: Clock
  provider: Provider
  sites: Sites
  pageBrandOf: PageBrandOf
  knownBrowsers: ReturnType<typeof createKnownBrowsers>
  isDirect(request: IncomingMessage): boolean
  networkOf(request: IncomingMessage): string
}

/** Serves the page that asks for username and password, and handles its form. */
export async function handleInteraction(
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
): Promise<void> {
  const { provider } = options
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { allow: 'GET, POST' }).end()
    return
  }
  try {
    // The signed cookie identifies the interaction, and its path is the page's. No one can continue someone
    // else's.
    const interaction = await provider.interactionDetails(request, response)
    const uiLocales = stringOrUndefined(interaction.params.ui_locales)
    const frame = await frameOf(options, interaction.params.redirect_uri)
    const direct = options.isDirect(request)
    if (!direct && (await hasOnlyDemoUsers(options.database))) {
      options.log.warn('directory.demoRefused', {})
      sendPage(response, noticePage(request, frame, 403, 'demoRefused'))
    } else if (request.method === 'GET') {
      const userName = stringOrUndefined(interaction.params.login_hint)?.slice(0, 320) ?? ''
      sendPage(
        response,
        loginPage(request, frame, {
          status: 200,
          uiLocales,
          userName,
          error: null,
          demo: demoOf(direct),
        }),
      )
    } else {
      await submit(request, response, options, { frame, uiLocales })
    }
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    sendPage(response, noticePage(request, await frameOf(options, null), 400, 'expired'))
  }
}

async function submit(
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
  { frame, uiLocales }: { frame: Frame; uiLocales: string | undefined },
): Promise<void> {
  const { database, clock, provider, log, sites, knownBrowsers } = options
  const form = await readForm(request, sites)
  const userName = (form?.get('userName') ?? '').trim().normalize('NFKC')
  const password = form?.get('password') ?? ''
  if (userName.length > 320 || password.length > 1000 || form === null) {
    sendPage(response, noticePage(request, frame, 400, 'badRequest'))
    return
  }
  const direct = options.isDirect(request)
  const refuse = (status: number, error: 'wrong' | 'tooMany') =>
    sendPage(
      response,
      loginPage(request, frame, { status, uiLocales, userName, error, demo: demoOf(direct) }),
    )
  const user = userName.includes('\u0000') ? null : await findUserByName(database, userName)
  const browser = knownBrowsers.of(request)
  const tried = {
    userName,
    network: options.networkOf(request),
    known: browser?.objectId === user?.objectId ? browser : null,
  }
  if (!(await mayTry(database, clock, tried))) {
    log.warn('directory.tooManyTries', {})
    refuse(429, 'tooMany')
    return
  }
  const right = await isPassword(password, user?.passwordHash ?? null)
  if (!user || !right || user.disabled || (user.demo && !direct)) {
    log.info('directory.signInRefused', {})
    refuse(401, 'wrong')
    return
  }
  await clearTries(database, tried)
  response.appendHeader('set-cookie', knownBrowsers.cookieFor(user.objectId))
  const login = { accountId: user.objectId, remember: true, amr: ['pwd'] }
  await provider.interactionFinished(
    request,
    response,
    { login, select_account: {} },
    { mergeWithLastSubmission: false },
  )
}

const demoOf = (direct: boolean) =>
  direct ? { users: demoUsers.map((user) => user.userName), password: demoPassword } : null

function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
