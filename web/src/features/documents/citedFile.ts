import { inChat } from '../../api/chatCalls.ts'
import { fetchFile } from '../../api/fetchFile.ts'
import type { CitedPlace } from './data/api.ts'

/** Limits of the cache of opened files, so another quote of the same file doesn't load it again. */
const MOST_BYTES = 100_000_000
const KEPT_MS = 10 * 60_000

interface CachedFile {
  file: Promise<Blob>
  since: number
  size: number
}

/** In order of use, most recent last. */
const cache = new Map<string, CachedFile>()

/** Returns the bytes of a cited file. Files stay cached for ten minutes, up to 100 MB in total. */
export function citedFile(place: CitedPlace, onProgress?: (share: number) => void): Promise<Blob> {
  const key = `${place.conversationId}\n${place.citation.path}\n${place.citation.title}`
  const known = cache.get(key)
  if (known && Date.now() - known.since < KEPT_MS) {
    cache.delete(key)
    cache.set(key, known)
    return known.file
  }
  const one: CachedFile = { file: fetchCited(place, onProgress), since: Date.now(), size: 0 }
  cache.set(key, one)
  one.file.then(
    ({ size }) => {
      one.size = size
      shrink()
    },
    () => cache.get(key) === one && cache.delete(key),
  )
  return one.file
}

function shrink(): void {
  let sum = [...cache.values()].reduce((total, { size }) => total + size, 0)
  for (const [key, { size }] of cache) {
    if (sum <= MOST_BYTES) return
    cache.delete(key)
    sum -= size
  }
}

function fetchCited(place: CitedPlace, onProgress?: (share: number) => void): Promise<Blob> {
  const { citation, ...segment } = place
  const fileNameBase64 = base64Url(citation.title)
  const args = { ...segment, fileNameBase64, citationId: citation.citationId }
  return fetchFile(...inChat('getCitedFile', args), onProgress ? { onProgress } : {})
}

/** base64url of UTF-8, without padding. */
export function base64Url(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
