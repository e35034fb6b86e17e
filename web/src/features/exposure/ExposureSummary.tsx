import { ChevronDown, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../ui/errorText.ts'
import type { Exposure } from './data/api.ts'
import { exposureSentence } from './exposureSentence.ts'
import { exposureTexts } from './lang/en.ts'
import './exposure.css'

interface Props {
  exposure: Exposure | undefined
  /** The data shown predates the last change. */
  busy: boolean
  error?: unknown
  /** The user's own agent is being shared. The owner isn't counted. */
  shared?: boolean
  /** Access is being revoked, so the text isn't about saving and no one gains access. */
  taking?: boolean | undefined
}

/** The effect of saving: who will get answers from what, with the names behind the numbers. */
export function ExposureSummary({ exposure, busy, error, shared = false, taking = false }: Props) {
  const t = exposureTexts.useText()
  const sentence = error
    ? t('failed', { reason: errorText(error) })
    : exposure
      ? exposureSentence(exposure, t, shared ? 'sharing' : taking ? 'taking' : 'saving')
      : t('counting')
  return (
    <div className="exposure" data-busy={busy || undefined} aria-busy={busy}>
      <div className="exposure-says">
        <Eye size={16} />
        <p className="grow wrap" role="status">
          {sentence}
        </p>
      </div>
      {exposure && !error && hasNames(exposure) && <Names exposure={exposure} />}
    </div>
  )
}

const hasNames = ({ people, libraries }: Exposure) => people.new > 0 || people.lost > 0 || libraries.count > 0

function Names({ exposure: { people, names, libraries } }: { exposure: Exposure }) {
  const t = exposureTexts.useText()
  return (
    <details>
      <summary className="small">
        {t('details')}
        <ChevronDown size={14} />
      </summary>
      <div className="exposure-names">
        <Named title={t('namesNew')} count={people.new} shown={names.new.map(person)} />
        <Named title={t('namesLost')} count={people.lost} shown={names.lost.map(person)} />
        <Named
          title={t('namesLibraries')}
          count={libraries.count}
          shown={libraries.shown.map(({ dataSourceId, name, files }) => ({
            key: dataSourceId,
            name,
            note: t('files', { count: files }),
          }))}
        />
      </div>
    </details>
  )
}

interface NamedOne {
  key: string
  name: string
  note?: ReactNode
}
const person = ({ userId, name }: { userId: string; name: string }): NamedOne => ({ key: userId, name })

/** The people and libraries that can be named, and how many more there are. */
function Named({ title, count, shown }: { title: string; count: number; shown: NamedOne[] }) {
  const t = exposureTexts.useText()
  if (count === 0) return null
  const more = count - shown.length
  return (
    <section aria-label={title}>
      <h4 className="small m3">{title}</h4>
      <ul>
        {shown.map(({ key, name, note }) => (
          <li key={key}>
            <bdi>{name}</bdi>
            {note && <span className="small m3"> {note}</span>}
          </li>
        ))}
        {more > 0 && <li className="m3">{t(shown.length > 0 ? 'more' : 'unnamed', { count: more })}</li>}
      </ul>
    </section>
  )
}
