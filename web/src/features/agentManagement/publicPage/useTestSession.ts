import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { sessionKey } from '../../publicChat/data/storedSession.ts'
import { publicPageApi } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'

/** Opens a public page in a test session, which doesn't use up the visitors' budgets. */
export function useTestSession(slug: string) {
  const t = publicPageTexts.useText()
  const [startSession, { isLoading }] = publicPageApi.useStartTestSessionMutation()

  async function start() {
    // Browsers only open a tab in response to the click itself, so it opens before the session starts.
    const tab = window.open('', '_blank')
    const { data, error } = await startSession({ gptPublicEndpoint: slug })
    if (!data) {
      tab?.close()
      toast.error(errorText(error))
      return
    }
    try {
      localStorage.setItem(sessionKey(slug), JSON.stringify(data))
    } catch {
      tab?.close()
      toast.error(t('testNotStored'))
      return
    }
    // The session is stored for this origin, which can differ from the public one.
    const path = `/public-chat/${slug}`
    if (tab) tab.location.href = path
    else location.assign(path)
  }

  return { start, isStarting: isLoading }
}
