import { useState } from 'react'
import { sessionStored } from '../../base/storage.ts'
import type { PageContext } from '../chatModel/attachments/api.ts'
import type { PublicPage } from './api.ts'

export interface SharedPage {
  /** The page of the site around the chat. Null if the site tells nothing, or the chat doesn't use it. */
  page: PageContext | null
  /** Whether the visitor lets their questions say what page they are on. */
  isShared: boolean
  share(isShared: boolean): void
  /** What is sent with a question. */
  sent: PageContext | undefined
}

/** Returns the page of the site around the chat, if the chat uses it. */
export function usePageContext(page: PublicPage, context: PageContext | null): SharedPage {
  const key = `parlance.public.${page.gptPublicEndpoint}.pageContext`
  const [isShared, setShared] = useState(() => sessionStored.read<string>(key) !== 'off')
  const told = page.allowPageContext ? context : null
  return {
    page: told,
    isShared,
    share(next) {
      sessionStored.write(key, next ? 'on' : 'off')
      setShared(next)
    },
    sent: told && isShared ? told : undefined,
  }
}
