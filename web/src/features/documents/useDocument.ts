import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { base64Url } from './citedFile.ts'
import { type CitedDocument, type CitedPlace, type DocumentMatch, documentsApi } from './data/api.ts'
import { joined } from './text/parts.ts'

interface Around {
  of: CitedDocument | undefined
  before: CitedDocument[]
  after: CitedDocument[]
}

/** Where in the document a text was found, and the text as it is written there. */
export interface FoundPlace {
  match: DocumentMatch
  text: string
}

/** A cited document: the part around the quote or around what was found in it, and what was loaded before and after. */
export function useDocument({ citation, ...segment }: CitedPlace, found: FoundPlace | null) {
  const { citationId, title } = citation
  const file = { ...segment, fileNameBase64: base64Url(title), citationId }
  const cited = documentsApi.useGetCitedDocumentQuery(
    { ...segment, citationId },
    { refetchOnMountOrArgChange: true },
  )
  const part = documentsApi.useViewCitedFileQuery(
    found ? { ...file, at: found.match.at, mark: found.text } : skipToken,
  )
  const shown = found ? part : cited
  const [view, { isFetching: isLoading }] = documentsApi.useLazyViewCitedFileQuery()
  const [kept, setKept] = useState<Around>({ of: undefined, before: [], after: [] })
  const center = shown.isFetching ? undefined : shown.currentData
  const around = kept.of === center ? kept : { of: center, before: [], after: [] }
  const document = center && joined([...around.before, center, ...around.after])

  async function load(where: 'before' | 'after'): Promise<void> {
    const edge = where === 'before' ? document?.first : document?.last
    if (edge === undefined || edge === null) return
    const { data, error } = await view({ ...file, [where]: edge })
    if (error) toast.error(errorText(error))
    if (!data) return
    setKept(
      where === 'before'
        ? { ...around, before: [data, ...around.before] }
        : { ...around, after: [...around.after, data] },
    )
  }

  return {
    document,
    file,
    error: shown.error,
    retry: shown.refetch,
    more: { load: (where: 'before' | 'after') => void load(where), isLoading },
  }
}
