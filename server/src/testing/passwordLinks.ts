import type { TestApplication } from './application.ts'

export const goodPassword = 'a lantern of brass'

/** Posts the form behind a link, like a browser that has run the page's script. */
export async function setPassword(
  link: string,
  password = goodPassword,
  { repeated = password, headers = {} }: { repeated?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const url = new URL(link)
  const body = new URLSearchParams({ token: url.hash.slice(1), password, repeated })
  const own = { origin: url.origin, 'sec-fetch-site': 'same-origin', ...headers }
  return fetch(url.href.replace(url.hash, ''), { method: 'POST', redirect: 'manual', headers: own, body })
}

/** Returns the links printed at startup. */
export const printedLinks = ({ said }: Pick<TestApplication, 'said'>): string[] =>
  said.flatMap((line) => line.match(/https?:\/\/\S+#\S+/g) ?? [])
