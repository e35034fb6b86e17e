import { type ReactNode, useContext, useState } from 'react'
import { SurroundingsContext } from './MarkdownSurroundings.ts'

interface Props {
  address: string
  /** The text of the link. */
  text: string
  children: ReactNode
}

/**
 * A link to an address that the answer made up. It shows the whole address before anything is opened, because text in a
 * document can make a model write what it read into the address.
 */
export function UnknownLink({ address, text, children }: Props) {
  const { words } = useContext(SurroundingsContext)
  const [isShown, setShown] = useState(false)
  const url = new URL(address)
  const copied = text === '' || text === address ? address : `${text} (${address})`
  return (
    <span className="md-unknown" data-copied={copied}>
      <button
        type="button"
        className="md-unknown-link"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {children}
      </button>
      {isShown && (
        <span className="md-unknown-address">
          <bdi dir="ltr">{address}</bdi>
          <span dir="auto">{words.unknownAddress}</span>
          <a dir="auto" href={address} target="_blank" rel="noopener noreferrer nofollow">
            {words.openAddress(url.host || url.pathname)}
          </a>
        </span>
      )}
    </span>
  )
}
