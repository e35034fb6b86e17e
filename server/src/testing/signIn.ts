import { createHash, randomBytes } from 'node:crypto'

/** Anything that responds at an origin: the test application, or a running server. */
export interface Reachable {
  origin: string
}

export interface DirectoryTokens {
  idToken: string
  accessToken: string
  refreshToken: string
}

export interface SignedIn extends DirectoryTokens {
  token: string
  /** The directory's cookies, for renewing or signing out. */
  cookies: CookieJar
}

interface EntraIdSettings {
  clientId: string
  tenantId: string
  instance: string
}

export interface Endpoints {
  clientId: string
  authority: string
  authorization_endpoint: string
  token_endpoint: string
  end_session_endpoint: string
  jwks_uri: string
  issuer: string
}

/** Stores cookies by name, like a browser for one host. Respects paths, because the provider relies on them. */
export class CookieJar {
  readonly #cookies = new Map<string, { value: string; path: string }>()

  take(response: Response, url: string): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const [name = '', ...value] = pair.split('=')
      const attribute = (wanted: string) =>
        attributes.find((item) => item.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
      const path = attribute('path') ?? new URL(url).pathname.replace(/\/[^/]*$/, '')
      const expires = attribute('expires')
      if (value.join('=') === '' || (expires && Date.parse(expires) < Date.now())) this.#cookies.delete(name)
      else this.#cookies.set(name, { value: value.join('='), path: path || '/' })
    }
  }

  header(url: string): string {
    const { pathname } = new URL(url)
    return [...this.#cookies]
      .filter(([, { path }]) => path === '/' || pathname === path || pathname.startsWith(`${path}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }

  get names(): string[] {
    return [...this.#cookies.keys()]
  }

  list(): { name: string; value: string; path: string }[] {
    return [...this.#cookies].map(([name, cookie]) => ({ name, ...cookie }))
  }
}

/** Finds the directory's URLs like the browser: settings first, then the discovery document. */
export async function discover(app: Reachable): Promise<Endpoints> {
  const { entraIdSettings } = await getJson<{ entraIdSettings: EntraIdSettings }>(
    `${app.origin}/api/internal/InstanceSettings`,
  )
  const authority = `${entraIdSettings.instance}${entraIdSettings.tenantId}`
  const found = await getJson<Endpoints>(`${authority}/v2.0/.well-known/openid-configuration`)
  return { ...found, clientId: entraIdSettings.clientId, authority }
}

export interface Authorization {
  /** The final URL of the browser: the redirect URL with code or error, or the page with the form. */
  url: string
  response: Response
  verifier: string
}

const redirectUriOf = (app: Reachable) => `${app.origin}/redirect.html`

/**
 * Sends the same request as MSAL: always openid, profile, and offline_access, PKCE, and the response in the
 * fragment.
 */
export async function authorize(
  app: Reachable,
  cookies: CookieJar,
  parameters: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Authorization> {
  const endpoints = await discover(app)
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: endpoints.clientId,
    scope: 'openid profile offline_access',
    redirect_uri: redirectUriOf(app),
    response_type: 'code',
    response_mode: 'fragment',
    client_info: '1',
    nonce: randomBytes(16).toString('hex'),
    state: randomBytes(16).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  })
  const landed = await follow(app, cookies, `${endpoints.authorization_endpoint}?${query}`, { headers })
  return { ...landed, verifier }
}

/** Follows redirects to the product's own redirect page, or to a page that does not redirect. */
export async function follow(
  app: Reachable,
  cookies: CookieJar,
  start: string,
  options: RequestInit = {},
): Promise<{ url: string; response: Response }> {
  let url = start
  let init: RequestInit = options
  for (let hops = 0; hops < 10; hops += 1) {
    const headers = { ...(options.headers as Record<string, string>), cookie: cookies.header(url) }
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    cookies.take(response, url)
    const location = response.headers.get('location')
    if (location === null) return { url, response }
    await response.body?.cancel()
    url = new URL(location, url).href
    if (url.startsWith(redirectUriOf(app))) return { url, response }
    init = {}
  }
  throw new Error(`The sign-in doesn't complete. It stopped at ${url}.`)
}

/** Posts the login form of the page that an authorization ended at. */
export async function postLogin(
  app: Reachable,
  cookies: CookieJar,
  page: { url: string; response: Response },
  userName: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<{ url: string; response: Response }> {
  const action = /<form method="post" action="([^"]+)"/.exec(await page.response.text())?.[1]
  if (action === undefined)
    throw new Error(`There is no sign-in form at ${page.url}: ${page.response.status}.`)
  return follow(app, cookies, new URL(action.replaceAll('&amp;', '&'), page.url).href, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ userName, password }),
  })
}

/** Exchanges the code that the browser was sent back with. */
export async function redeem(
  app: Reachable,
  landed: { url: string; verifier: string },
): Promise<DirectoryTokens> {
  const answer = new URLSearchParams(new URL(landed.url).hash.slice(1))
  const code = answer.get('code')
  if (code === null) throw new Error(`The directory gave no code but ${answer.get('error') ?? landed.url}.`)
  return requestTokens(app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUriOf(app),
    code_verifier: landed.verifier,
  })
}

export async function requestTokens(app: Reachable, form: Record<string, string>): Promise<DirectoryTokens> {
  const { clientId, token_endpoint } = await discover(app)
  const response = await fetch(token_endpoint, {
    method: 'POST',
    headers: { origin: app.origin },
    body: new URLSearchParams({ client_id: clientId, ...form }),
  })
  const body = (await response.json()) as Record<string, string>
  if (!response.ok) throw new Error(`The directory gave no tokens: ${body.error} ${body.error_description}`)
  return {
    idToken: body.id_token ?? '',
    accessToken: body.access_token ?? '',
    refreshToken: body.refresh_token ?? '',
  }
}

export function generateToken(app: Reachable, idToken: string, accessToken = 'unused'): Promise<Response> {
  return fetch(`${app.origin}/api/internal/authorization/EntraId/GenerateToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken, accessToken }),
  })
}

/** Signs in completely over HTTP, like a browser: authorize, login form, code, tokens, product token. */
export async function signInOverHttp(
  app: Reachable,
  userName: string,
  password = 'parlance',
): Promise<SignedIn> {
  const cookies = new CookieJar()
  const page = await authorize(app, cookies)
  const landed = await postLogin(app, cookies, page, userName, password)
  if (!landed.url.startsWith(redirectUriOf(app))) {
    throw new Error(`${userName} couldn't sign in: the directory returned ${landed.response.status}.`)
  }
  const tokens = await redeem(app, { url: landed.url, verifier: page.verifier })
  const response = await generateToken(app, tokens.idToken, tokens.accessToken)
  const body = (await response.json()) as { n1AIToken?: string; title?: string }
  if (!body.n1AIToken) throw new Error(`No product token: ${response.status} ${body.title}`)
  return { ...tokens, cookies, token: body.n1AIToken }
}

async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return (await response.json()) as T
}
