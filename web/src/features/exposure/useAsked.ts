import { useDebounced } from '../../ui/useDebounced.ts'

/** How long the input must stay unchanged before the request, because typing and selecting change it often. */
const SETTLED_MS = 300

/** Returns the input once it has settled, and whether it has. */
export function useAsked<Asked extends object>(
  asked: Asked | null,
): { asked: Asked | null; settled: boolean } {
  const text = JSON.stringify(asked)
  const settledText = useDebounced(text, SETTLED_MS)
  return { asked: JSON.parse(settledText) as Asked | null, settled: settledText === text }
}
