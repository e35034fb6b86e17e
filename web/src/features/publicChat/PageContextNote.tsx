import { Globe } from 'lucide-react'
import { publicChatTexts } from './lang/en.ts'
import type { SharedPage } from './usePageContext.ts'

/** Shows what the visitor's questions say about the page that they are on, and lets them turn it off. */
export function PageContextNote({ shared: { page, isShared, share } }: { shared: SharedPage }) {
  const t = publicChatTexts.useText()
  if (!page) return null
  const { url, title, fields } = page
  return (
    <div className="strip info page-context">
      <Globe size={16} />
      {isShared ? (
        <details className="grow">
          <summary>
            {t('pageShared')} <bdi>{title || url}</bdi>
          </summary>
          <dl className="small">
            <div>
              <dt>{t('pageAddress')}</dt>
              <dd dir="ltr">{url}</dd>
            </div>
            {fields.map(({ name, value }) => (
              <div key={name}>
                <dt dir="auto">{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : (
        <span className="grow">{t('pageNotShared')}</span>
      )}
      <button type="button" className="btn text sm" onClick={() => share(!isShared)}>
        {t(isShared ? 'stopSharingPage' : 'sharePage')}
      </button>
    </div>
  )
}
