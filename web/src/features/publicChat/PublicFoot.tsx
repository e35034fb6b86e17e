import type { PublicPage } from './api.ts'
import { publicChatTexts } from './lang/en.ts'
import { useBrandProduct } from './productTitle.ts'

/** Below the composer: the product, the contact, and the privacy notice. */
export function PublicFoot({ page: { contact, privacyUrl } }: { page: PublicPage }) {
  const t = publicChatTexts.useText()
  const name = useBrandProduct()
  return (
    <footer className="public-foot small m3">
      <div>
        <span>{t('poweredBy', { name })}</span>
        {contact && (
          <a href={contact.url} target="_blank" rel="noopener noreferrer" dir="auto">
            {contact.label}
          </a>
        )}
        {privacyUrl && (
          <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
            {t('privacy')}
          </a>
        )}
      </div>
    </footer>
  )
}
