import { type ErrorCode, errors } from '@parlance/contract/errors'
import { Check, Trash2, TriangleAlert } from 'lucide-react'
import { formatBytes, formatList, formatPercent } from '../../lang/format.ts'
import { errorTexts } from '../../ui/errorText.ts'
import { FileMark } from '../../ui/files/FileMark.tsx'
import type { LibraryFile } from './data/api.ts'
import { dataSourcesTexts } from './lang/en.ts'

const chips: Record<LibraryFile['state'], string> = {
  Queued: 'chip',
  Extracting: 'chip info',
  Indexing: 'chip p',
  Ready: 'chip ok',
  Failed: 'chip e',
}

function StateChip({ state }: { state: LibraryFile['state'] }) {
  const t = dataSourcesTexts.useText()
  return (
    <span className={chips[state]}>
      {state === 'Ready' ? (
        <Check size={12} />
      ) : state === 'Failed' ? (
        <TriangleAlert size={12} />
      ) : (
        <span className="dot" />
      )}
      {t(state)}
    </span>
  )
}

export function FileRow({ file, remove }: { file: LibraryFile; remove: (() => void) | undefined }) {
  const t = dataSourcesTexts.useText()
  const { name, size, pages, state, fileVersion } = file
  const facts = [
    formatBytes(size),
    pages === null ? '' : t('pages', { count: pages }),
    fileVersion > 1 ? t('version', { number: fileVersion }) : '',
  ]
  return (
    <li className="file" data-state={state}>
      <FileMark name={name} />
      <div className="file-name">
        <bdi className="trunc" title={name}>
          {name}
        </bdi>
        <div className="small m3">{formatList(facts.filter(Boolean))}</div>
      </div>
      <StateChip state={state} />
      <div className="file-progress">
        <Progress file={file} />
      </div>
      {remove ? (
        <button type="button" className="ib sm" aria-label={t('removeName', { name })} onClick={remove}>
          <Trash2 size={16} />
        </button>
      ) : (
        <span />
      )}
    </li>
  )
}

function Progress({ file }: { file: LibraryFile }) {
  const t = dataSourcesTexts.useText()
  const { name, state, progress, passages, reason } = file
  if (state === 'Failed') {
    return (
      <div className="s13 file-error">
        {reason !== null && reason in errors ? errorTexts.text(reason as ErrorCode) : <bdi>{reason}</bdi>}
      </div>
    )
  }
  if (state === 'Queued') return <div className="small m2">{t('queuedHint')}</div>
  if (state === 'Ready') return <div className="small m3 num">{t('passages', { count: passages })}</div>
  return (
    <>
      <div className="small m2 num row">
        <span className="grow">{passages > 0 ? t('passages', { count: passages }) : ''}</span>
        <span>{formatPercent(progress / 100)}</span>
      </div>
      <progress
        className="meter"
        data-state={state}
        value={progress}
        max={100}
        aria-label={t('progressOf', { name })}
      />
    </>
  )
}
