import { type ErrorCode, errors } from '@parlance/contract/errors'
import { errorTexts } from '../../../ui/errorText.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import type { Run } from '../data/api.ts'
import type { TestsText } from '../lang/en.ts'
import { scoreSentence } from '../scoreText.ts'

/** Returns the message of a stored error code. Another version can have stored one that this one doesn’t know. */
export const storedErrorText = (code: string): string =>
  code in errors ? errorTexts.text(code as ErrorCode) : uiTexts.text('failed')

/** What a run came to that has ended: its score, or why it has none. */
export function runText(run: Run, t: TestsText): string {
  const { phase, errorCode, done, total, broken } = run
  if (phase === 'Completed') {
    const missing = broken > 0 ? ` ${t('brokenCount', { count: broken })}` : ''
    return `${scoreSentence(run, t)}${missing}`
  }
  const reason = errorCode === null ? '' : ` ${storedErrorText(errorCode)}`
  return `${t('endedAfter', { done, total })}${reason}`
}

/** Returns the name of the person who started a run, or what else did. Null if that person was deleted. */
export const starterText = ({ startedBy, source }: Run, t: TestsText): string | null =>
  source === 'Person' ? startedBy : t(`starter.${source}`)
