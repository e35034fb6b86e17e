import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useCopy } from '../../ui/useCopy.ts'
import { usersTexts } from './lang/en.ts'

/** The link to set the first password. It is shown once, and anyone with the link gets the account. */
export function PasswordLink({ link }: { link: string }) {
  const t = usersTexts.useText()
  const id = useId()
  const address = new URL(link, location.origin).href
  const [copied, copy] = useCopy()
  return (
    <div className="field user-link">
      <p className="strip w">
        <TriangleAlert size={16} />
        <span className="grow">{t('linkOnce')}</span>
      </p>
      <label htmlFor={id}>{t('link')}</label>
      <div className="row">
        <input
          id={id}
          className="in mono grow"
          dir="ltr"
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn out" onClick={() => copy(address)}>
          {copied ? <Check size={16} /> : <Copy size={16} />}
          {t(copied ? 'copied' : 'copy')}
        </button>
      </div>
    </div>
  )
}
