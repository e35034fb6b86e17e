import { conversationTexts } from '../lang/en.ts'

/** Formats whole seconds as text: “14 s”, “2 min 5 s”. */
export function useDuration(): (seconds: number) => string {
  const t = conversationTexts.useText()
  return (seconds) =>
    seconds < 60
      ? t('seconds', { count: Math.max(1, seconds) })
      : t('minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
