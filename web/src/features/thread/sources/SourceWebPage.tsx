import { ExternalLink } from 'lucide-react'
import { formatDate } from '../../../lang/format.ts'
import { linkAddress } from '../../../ui/markdown/index.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import type { Citation } from '../../chatModel/segments.ts'

/** A page of the web: what the answer quotes, when it was read, and a link that says where it leads. */
export function SourceWebPage({ citation: { url = '', fetchedAt, quote } }: { citation: Citation }) {
  const t = conversationTexts.useText()
  const host = /^https?:/.test(url) ? URL.parse(url)?.host : undefined
  const isLinked = linkAddress(url) !== null
  return (
    <div className="passage">
      {quote && (
        <blockquote className="source-quote" dir="auto">
          {quote}
        </blockquote>
      )}
      {fetchedAt && (
        <p className="m2 small">{t('pageRead', { date: formatDate(fetchedAt, { dateStyle: 'medium' }) })}</p>
      )}
      {host !== undefined && !isLinked && (
        <bdi className="small wrap" dir="ltr">
          {url}
        </bdi>
      )}
      {host !== undefined && isLinked && (
        <a className="btn soft sm" href={url} target="_blank" rel="noopener noreferrer nofollow">
          <ExternalLink size={14} />
          <span>{t('openPage', { host })}</span>
        </a>
      )}
    </div>
  )
}
