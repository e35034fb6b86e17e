import { Circle, CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { formatList } from '../../../lang/format.ts'
import type { Setup } from '../data/setupsApi.ts'
import { type GuidedText, guidedTexts } from './lang/en.ts'
import { useOwnUploads } from './useOwnUploads.ts'

type State = 'done' | 'now' | 'waiting' | 'failed'

interface Step {
  key: 'created' | 'read' | 'upload' | 'index' | 'starters'
  state: State
  /** How far it is. */
  words: string
}

const icons = { done: CircleCheck, now: LoaderCircle, waiting: Circle, failed: CircleAlert } as const

/** The steps of a setup. Screen readers hear the current one. */
export function Progress({ setup }: { setup: Setup }) {
  const t = guidedTexts.useText()
  const uploads = useOwnUploads(setup.dataSourceId)
  const sent = uploads.isBegun ? (setup.filesChosen ?? 0) - uploads.left : 0
  const steps = stepsOf(setup, sent, t)
  const now = steps.find(({ state }) => state === 'now')
  return (
    <>
      <ol className="setup-steps">
        {steps.map(({ key, state, words }) => {
          const Icon = icons[state]
          return (
            <li key={key} className="row" data-state={state}>
              <Icon size={18} className={state === 'now' ? 'spin' : undefined} aria-hidden />
              <span className="grow">
                <span className="setup-step">{t(`step.${key}`)}</span>
                {words && <span className="small m2 num">{words}</span>}
              </span>
              <span className="small m2">{t(`state.${state}`)}</span>
            </li>
          )
        })}
      </ol>
      <p className="hidden" role="status">
        {now ? t(`step.${now.key}`) : t(`phase.${setup.phase}`)}
      </p>
    </>
  )
}

function stepsOf(setup: Setup, sent: number, t: GuidedText): Step[] {
  const { phase, files, filesReady, filesFailed, starters } = setup
  const isIndexed = phase === 'Done'
  const failed = filesFailed > 0 ? t('filesFailed', { count: filesFailed }) : ''
  const ready = files > 0 ? t('filesReady', { ready: filesReady, count: files }) : ''
  const starterWords = starters > 0 ? t('startersWritten', { count: starters }) : t('startersNone')
  const allIndexed = files > 0 && filesReady + filesFailed >= files
  return [
    { key: 'created', state: 'done', words: '' },
    firstStep(setup, sent, t),
    {
      key: 'index',
      state:
        isIndexed || (phase === 'Indexing' && allIndexed) ? 'done' : phase === 'Indexing' ? 'now' : 'waiting',
      words: formatList([ready, failed].filter(Boolean)),
    },
    {
      key: 'starters',
      state: isIndexed ? 'done' : phase === 'Indexing' && allIndexed ? 'now' : 'waiting',
      words: isIndexed ? starterWords : '',
    },
  ]
}

function firstStep(setup: Setup, sent: number, t: GuidedText): Step {
  const { phase, source, pages, files, filesChosen } = setup
  const isOver = phase === 'Indexing' || phase === 'Done'
  if (source === 'Files') {
    // The setup’s own count is only read from time to time.
    const done = Math.max(files, sent)
    const words = t('filesUploaded', { done, count: Math.max(filesChosen ?? 0, done) })
    return { key: 'upload', state: isOver ? 'done' : phase === 'Failed' ? 'failed' : 'now', words }
  }
  const words = t('pagesRead', { read: pages.read, count: pages.found })
  return { key: 'read', state: isOver ? 'done' : phase === 'Failed' ? 'failed' : 'now', words }
}
