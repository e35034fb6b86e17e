import { limits } from '@parlance/contract/limits'

/** Endings of files that aren't pages or documents, so that they aren't requested in vain. */
const otherFiles =
  /\.(avif|bmp|css|csv|eot|exe|gif|gz|ico|ics|iso|jpe?g|js|json|m4a|m4v|mjs|mov|mp3|mp4|mpe?g|ogg|otf|png|pptx?|rar|rss|svg|tar|tgz|tiff?|ttf|wav|webm|webp|woff2?|xlsx?|xml|zip)$/i

const bareHost = (url: URL) => url.hostname.replace(/^www\./, '')
const hasUsualPort = (url: URL) => url.port === ''

/**
 * Whether the start page can redirect there: the same host, with or without `www.`, and never from https to http. The
 * host that answers is the site.
 */
export function isSameSite(from: URL, to: URL): boolean {
  if (from.protocol === 'https:' && to.protocol !== 'https:') return false
  if (from.host === to.host && from.protocol === to.protocol) return true
  return bareHost(from) === bareHost(to) && hasUsualPort(from) && hasUsualPort(to)
}

/**
 * Returns the address of a page on the site, or null if it belongs to another site or can't be a page. A link to http
 * on a site with https becomes https.
 */
export function onSite(link: string, site: URL): string | null {
  const url = new URL(link)
  if (site.protocol === 'https:' && url.protocol === 'http:' && hasUsualPort(url)) url.protocol = 'https:'
  if (url.origin !== site.origin || otherFiles.test(url.pathname) || url.href.length > limits.siteUrl)
    return null
  return url.href
}
