import { pacer } from '../pacing.ts'
import type { setFormula } from './maths.ts'

/** Longer ones are shown as they are written: setting them would hold up the page. */
const maxLength = 5000
/** Of each change of the page so much is spent on formulas, and one of them at least is set. */
const BUDGET_MS = 8
/** So near to what one sees a formula is set. */
const NEAR = '400px'

interface Job {
  text: string
  display: boolean
}

const jobs = new Map<Element, Job>()
/** Those that are seen and wait for their turn, in the order in which they came into sight. */
const seen = new Set<Element>()
let setter: typeof setFormula | null = null
let loading = false

/** Sets a formula into its element once it is seen; answers how to give that up. */
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
        // What has gone out of sight before its turn costs nothing.
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
    // A fault of the setter's own must not take the answer away.
    place.textContent = job.text
  }
  place.classList.remove('waiting')
}

/** The setter is loaded with the first formula. Without it formulas are shown as they are written. */
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
