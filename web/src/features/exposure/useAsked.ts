import { useDebounced } from '../../ui/useDebounced.ts'

/** While somebody types and chooses, what is asked for changes often: it is asked when it has stayed for so long. */
const SETTLED_MS = 300

/** What is asked for as soon as it is settled, and whether it is. */
export function useAsked<Asked extends object>(
  asked: Asked | null,
): { asked: Asked | null; settled: boolean } {
  const text = JSON.stringify(asked)
  const settledText = useDebounced(text, SETTLED_MS)
  return { asked: JSON.parse(settledText) as Asked | null, settled: settledText === text }
}
