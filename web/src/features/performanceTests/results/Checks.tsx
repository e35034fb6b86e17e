import { Check as CheckIcon, X } from 'lucide-react'
import type { CaseResult } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'
import { type CheckGroup, checkGroups } from './checkList.ts'

const titles = {
  refusal: 'refusal',
  expectedFacts: 'expectedFacts',
  expectedCitations: 'expectedCitations',
  forbidden: 'forbidden',
} as const satisfies Record<CheckGroup['key'], string>

/** What was checked in an answer, each with what was found out, as an icon and in words. */
export function Checks({ result }: { result: CaseResult }) {
  const t = testsTexts.useText()
  // Without an answer, there was nothing to check.
  if (result.errorCode !== null) return null
  return (
    <section aria-label={t('checks')} className="checks">
      {checkGroups(result, t).map(({ key, checks }) => (
        <div key={key}>
          <h3 className="small m3">{t(titles[key])}</h3>
          <ul>
            {checks.map(({ text, isGood, verdict }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: results don't change.
              <li key={at} className="check-line" data-good={isGood}>
                {isGood ? <CheckIcon size={16} /> : <X size={16} />}
                <span className="grow wrap">
                  {text !== '' && <bdi>{text}</bdi>}
                  <span className={text === '' ? undefined : 'small m2 check-verdict'}>{verdict}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
