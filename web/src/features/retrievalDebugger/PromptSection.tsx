import { formatList } from '../../lang/format.ts'
import type { Candidate, PromptPart } from './data/api.ts'
import { debuggerTexts } from './lang/en.ts'

const marks = { Included: 'ok', Shortened: 'w', ReadWhole: 'info', NoRoom: 'e' } as const

/** What an agent's model would be given of the passages that were found. */
export function PromptSection({
  prompt,
  candidates,
}: {
  prompt: PromptPart
  candidates: readonly Candidate[]
}) {
  const t = debuggerTexts.useText()
  const { kind, roomTokens, leftTokens, files, passages } = prompt
  const known = new Map(candidates.map((one) => [one.passageId, one]))
  return (
    <section className="card debugger-part">
      <h2 className="h3">{t('prompt')}</h2>
      <p className="m2 s13">{t(`prompt${kind}`)}</p>
      {roomTokens !== null && leftTokens !== null && (
        <p className="s13 m2">{t('promptTokens', { room: roomTokens, left: Math.round(leftTokens) })}</p>
      )}
      {files.length > 0 && (
        <p className="s13">{t('wholeFiles', { names: formatList(files.map(({ fileName }) => fileName)) })}</p>
      )}
      {kind === 'Model' && passages.length > 0 && (
        <ol className="debugger-prompt">
          {passages.map(({ passageId, fate }) => (
            <li key={passageId} className="row">
              <span className="grow">
                <bdi>{known.get(passageId)?.fileName}</bdi>
                <span className="m3">
                  {' · '}
                  {t('number', { number: (known.get(passageId)?.ordinal ?? 0) + 1 })}
                </span>
              </span>
              <span className={`chip ${marks[fate]}`}>{t(`fate${fate}`)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
