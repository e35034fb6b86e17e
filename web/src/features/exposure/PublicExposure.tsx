import { Eye } from 'lucide-react'
import { formatList } from '../../lang/format.ts'
import { errorText } from '../../ui/errorText.ts'
import { exposureTexts } from './lang/en.ts'
import './exposure.css'

interface Props {
  agent: string
  /** The libraries that the agent answers from: the names that the user can see, and how many there are. */
  libraries: { names: readonly string[]; count: number } | undefined
  error?: unknown
}

/** What anyone on the internet gets answers from after an agent's public page is turned on. */
export function PublicExposure({ agent, libraries, error }: Props) {
  const t = exposureTexts.useText()
  const sentence = () => {
    if (error) return t('publicFailed', { reason: errorText(error) })
    if (!libraries) return t('publicLoading')
    const { names, count } = libraries
    if (count === 0) return t('publicNoLibrary', { agent })
    const unseen = count - names.length
    const listed = formatList([
      ...names.map((name) => t('isolated', { name })),
      ...(unseen > 0 ? [t('publicUnseen', { count: unseen })] : []),
    ])
    return t('publicAfter', { agent, libraries: listed })
  }
  return (
    <div className="exposure" aria-busy={!libraries && !error}>
      <div className="exposure-says">
        <Eye size={16} />
        <p className="grow wrap" role="status">
          {sentence()}
        </p>
      </div>
    </div>
  )
}
