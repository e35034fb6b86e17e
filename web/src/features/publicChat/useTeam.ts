import type { PublicPage } from './api.ts'
import { publicChatTexts } from './lang/en.ts'
import { useBrandProduct } from './productTitle.ts'

/** Returns who gets a conversation that a visitor sends: the contact of the page, or else the team of its brand. */
export function useTeam({ contact }: PublicPage): string {
  const t = publicChatTexts.useText()
  const name = useBrandProduct()
  return contact?.label ?? t('teamOf', { name })
}
