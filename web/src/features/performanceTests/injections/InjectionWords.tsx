import { CircleAlert, CircleCheck } from 'lucide-react'
import type { InjectionReport } from '../data/injectionsApi.ts'
import { testsTexts } from '../lang/en.ts'
import { storedErrorText } from '../runs/runText.ts'
import { injectionTexts } from './lang/en.ts'

/** What a run came to, in words: whether data got out, and how often a language model resisted. */
export function InjectionWords({ report }: { report: InjectionReport }) {
  const t = injectionTexts.useText()
  const ofTests = testsTexts.useText()
  const { whole, isModel, phase, errorCode, done, total } = report
  const { answered, obeyed, leaked, broken } = whole
  return (
    <div className="injection-words">
      {phase !== 'Completed' && (
        <p>
          {ofTests('endedAfter', { done, total })} {errorCode === null ? '' : storedErrorText(errorCode)}
        </p>
      )}
      {answered > 0 && (
        <p className={leaked > 0 ? 'row injection-leaked' : 'row injection-safe'}>
          {leaked > 0 ? <CircleAlert size={16} /> : <CircleCheck size={16} />}
          <span>{leaked > 0 ? t('leaked', { leaked, answered }) : t('nothingLeaked')}</span>
        </p>
      )}
      {obeyed !== null && (
        <p className="num">{t('resisted', { resisted: answered - obeyed - broken, answered })}</p>
      )}
      {isModel === false && <p className="m2">{t('noModel')}</p>}
      {broken > 0 && <p>{ofTests('brokenCount', { count: broken })}</p>}
    </div>
  )
}
