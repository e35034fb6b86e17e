import { LifeBuoy } from 'lucide-react'
import type { PublicPage } from './api.ts'
import { publicChatTexts } from './lang/en.ts'

/** Whom visitors can contact, next to what the chat can't do. */
export function ContactLink({ contact }: { contact: NonNullable<PublicPage['contact']> }) {
  const t = publicChatTexts.useText()
  return (
    <p>
      <a className="public-contact" href={contact.url} target="_blank" rel="noopener noreferrer">
        <LifeBuoy size={14} />
        <span dir="auto">{t('contact', { label: contact.label })}</span>
      </a>
    </p>
  )
}
