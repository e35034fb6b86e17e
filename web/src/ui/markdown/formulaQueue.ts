import { pacer } from '../pacing.ts'
import type { setFormula } from './maths.ts'

/** Longer formulas are shown as source, because typesetting them would block the page. */
const maxLength = 5000
/** Time per page update for typesetting formulas. At least one is typeset. */
const BUDGET_MS = 8
/** Formulas this close to the viewport are typeset. */
const NEAR = '400px'

interface Job {
  text: string
  display: boolean
}

const jobs = new Map<Element, Job>()
/** Visible formulas that wait for their turn, in the order they became visible. */
const seen = new Set<Element>()
let setter: typeof setFormula | null = null
let loading = false

/** Typesets a formula into its element once it is visible. Returns a function that cancels this. */
export function setWhenSeen(place: HTMLElement, text: string, display: boolean): () => void {
  if (text.length > maxLength) return () => {}
  jobs.set(place, { text, display })
  place.classList.add('waiting')
  load()
  const observer = sight()
  if (observer) observer.observe(place)
  else see(place)
  return () => {
    observer?.unobserve(place)
    seen.delete(place)
    jobs.delete(place)
  }
}

let observer: IntersectionObserver | null = null
function sight(): IntersectionObserver | null {
  if (typeof IntersectionObserver === 'undefined') return null
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        // A formula that is no longer visible when its turn comes is skipped.
        if (isIntersecting) see(target)
        else seen.delete(target)
      }
    },
    { rootMargin: NEAR, scrollMargin: NEAR } as IntersectionObserverInit,
  )
  return observer
}

function see(place: Element): void {
  if (!jobs.has(place)) return
  seen.add(place)
  schedule()
}

function schedule(): void {
  if (setter && seen.size > 0) pacer.request(work)
}

function work(): void {
  const begun = performance.now()
  for (const place of seen) {
    take(place)
    if (performance.now() - begun > BUDGET_MS) break
  }
  schedule()
}

function take(place: Element): void {
  const job = jobs.get(place)
  seen.delete(place)
  jobs.delete(place)
  observer?.unobserve(place)
  if (!job || !setter) return
  try {
    setter(job.text, job.display, place as HTMLElement)
  } catch {
    // An error in the typesetter must not break the answer.
    place.textContent = job.text
  }
  place.classList.remove('waiting')
}

/** Loads the typesetter with the first formula. Without it, formulas are shown as source. */
function load(): void {
  if (setter || loading) return
  loading = true
  import('./maths.ts')
    .then(
      (maths) => {
        setter = maths.setFormula
        schedule()
      },
      () => {
        for (const place of jobs.keys()) place.classList.remove('waiting')
      },
    )
    .finally(() => {
      loading = false
    })
}
