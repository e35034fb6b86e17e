import { limits } from '@parlance/contract/limits'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { isComposing } from '../../ui/composing.ts'
import { errorText } from '../../ui/errorText.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { type DocumentMatch, documentsApi } from './data/api.ts'
import { documentTexts } from './lang/en.ts'
import type { FoundPlace, useDocument } from './useDocument.ts'

interface Props {
  file: ReturnType<typeof useDocument>['file']
  found: FoundPlace | null
  show: (found: FoundPlace | null) => void
}

/** Finds a text in the whole document, and goes from one place to the next. */
export function DocumentSearch({ file, found, show }: Props) {
  const t = documentTexts.useText()
  const [text, setText] = useState('')
  const { state, search, more } = useMatches(file)
  const at = found ? state.matches.indexOf(found.match) : -1
  const goTo = (match: DocumentMatch | undefined) => {
    if (match) show({ match, text: match.excerpt.slice(match.mark.start, match.mark.end) })
  }
  const submit = async () => {
    const wanted = text.trim().slice(0, limits.documentSearch)
    if (wanted === '') return
    if (wanted === state.text) await step(1)
    else goTo((await search(wanted))[0])
  }
  const step = async (by: 1 | -1) => {
    const next = state.matches[at + by]
    if (next) goTo(next)
    else if (by === 1 && state.next !== null) goTo((await more())[0])
  }
  const change = (value: string) => {
    setText(value)
    if (value.trim() === '') show(null)
  }
  const count = state.matches.length
  const isDone = state.text !== '' && state.text === text.trim() && !state.isSearching
  return (
    <div className="document-search">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of its field. */}
      <div
        className="grow"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event) || event.target instanceof HTMLButtonElement) return
          event.preventDefault()
          void (event.shiftKey ? step(-1) : submit())
        }}
      >
        <SearchField label={t('search')} value={text} change={change} />
      </div>
      <span className="small m2 num" role="status">
        {state.isSearching && t('searching')}
        {isDone && state.error !== null && errorText(state.error)}
        {isDone && state.error === null && count === 0 && t('notFound')}
        {isDone && count > 0 && t(state.next === null ? 'place' : 'placeOfMore', { at: at + 1, count })}
      </span>
      {isDone && count > 0 && (
        <>
          <button
            type="button"
            className="ib sm"
            aria-label={t('previousPlace')}
            aria-disabled={at <= 0}
            onClick={() => void step(-1)}
          >
            <ChevronUp size={16} />
          </button>
          <button
            type="button"
            className="ib sm"
            aria-label={t('nextPlace')}
            aria-disabled={at + 1 >= count && state.next === null}
            onClick={() => void step(1)}
          >
            <ChevronDown size={16} />
          </button>
        </>
      )}
    </div>
  )
}

interface Matches {
  text: string
  matches: DocumentMatch[]
  next: number | null
  isSearching: boolean
  error: unknown
}

/** Searches a file part by part, until something is found. */
function useMatches(file: Props['file']) {
  const [find] = documentsApi.useLazySearchCitedFileQuery()
  const [state, setState] = useState<Matches>({
    text: '',
    matches: [],
    next: null,
    isSearching: false,
    error: null,
  })

  async function from(text: string, start: number, before: DocumentMatch[]): Promise<DocumentMatch[]> {
    setState({ text, matches: before, next: start, isSearching: true, error: null })
    let next: number | null = start
    let added: DocumentMatch[] = []
    let problem: unknown = null
    while (next !== null && added.length === 0 && problem === null) {
      const { data, error }: Awaited<ReturnType<typeof find>> = await find({
        ...file,
        search: text,
        from: next,
      })
      if (data) {
        added = data.matches
        next = data.next
      } else problem = error
    }
    setState({ text, matches: [...before, ...added], next, isSearching: false, error: problem })
    return added
  }

  return {
    state,
    search: (text: string) => from(text, 0, []),
    more: () => from(state.text, state.next ?? 0, state.matches),
  }
}
