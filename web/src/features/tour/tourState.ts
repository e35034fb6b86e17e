/** Where the tooltip stands beside its target; in the middle of the page it has none beside it. */
const placements = ['top', 'bottom', 'start', 'end', 'center'] as const
export type Placement = (typeof placements)[number]

export interface TourStep {
  /** A selector, by a `data-tour-guide` id. */
  target: string
  title?: string
  content: string
  placement?: Placement
  /** What is pointed at can be used meanwhile. */
  spotlightClicks?: boolean
  /** The container around the target stays scrolled as it is. */
  disableScrollParentFix?: boolean
  /** The step opens at once, where it would else wait for a press on its beacon. */
  disableBeacon?: boolean
  /** Selectors of what is pressed, one after the other, where the target is not there before that. */
  openedBy?: readonly string[]
}

export const statuses = ['idle', 'ready', 'waiting', 'running', 'paused', 'skipped', 'finished'] as const
type TourStatus = (typeof statuses)[number]
export const lifecycles = ['init', 'ready', 'beacon', 'tooltip', 'complete', 'error'] as const
type Lifecycle = (typeof lifecycles)[number]
export const actions = ['start', 'next', 'previous'] as const
type TourAction = (typeof actions)[number]

export interface TourState {
  run: boolean
  steps: readonly TourStep[]
  stepIndex: number
  status: TourStatus
  lifecycle: Lifecycle
  /** By which way the step was reached: a missing target is passed over in the same direction. */
  action: TourAction
}

export const noTour: TourState = {
  run: false,
  steps: [],
  stepIndex: 0,
  status: 'idle',
  lifecycle: 'init',
  action: 'start',
}

/** Why these are no steps of a tour; undefined where they are. */
export function faultOfSteps(steps: unknown): string | undefined {
  if (!Array.isArray(steps)) return 'The steps of a tour are an array.'
  const faulty = steps.findIndex((step) => !isStep(step))
  return faulty < 0 ? undefined : `Step ${faulty + 1} of the tour is no object with a target and a content.`
}

function isStep(step: unknown): step is TourStep {
  if (typeof step !== 'object' || step === null) return false
  const { target, content, placement } = step as Record<string, unknown>
  if (typeof target !== 'string' || target === '' || typeof content !== 'string') return false
  return placement === undefined || placements.includes(placement as Placement)
}

/** The state with the change. One that no tour can be in is refused: it would be a fault of the program. */
export function changed(tour: TourState, change: Partial<TourState>): TourState {
  const unknown = Object.keys(change).filter((key) => !(key in noTour))
  if (unknown.length > 0) throw new Error(`A tour has no ${unknown.join(', ')}.`)
  const next = { ...tour, ...change }
  const fault = faultOf(next)
  if (fault) throw new Error(fault)
  return next
}

function faultOf({ run, steps, stepIndex, status, lifecycle, action }: TourState): string | undefined {
  const faulty = faultOfSteps(steps)
  if (faulty) return faulty
  if (typeof run !== 'boolean') return 'Whether a tour runs is true or false.'
  if (!Number.isInteger(stepIndex) || stepIndex < 0 || stepIndex > Math.max(0, steps.length - 1))
    return `A tour of ${steps.length} steps has no step ${stepIndex}.`
  if (!statuses.includes(status)) return `A tour is never “${status}”.`
  if (!lifecycles.includes(lifecycle)) return `A step of a tour is never “${lifecycle}”.`
  if (!actions.includes(action)) return `A tour knows no “${action}”.`
  return run && steps.length === 0 ? 'A tour without steps does not run.' : undefined
}

/** With these steps, at its beginning. */
export const withSteps = (tour: TourState, steps: readonly TourStep[]): TourState =>
  changed(tour, { ...noTour, steps, status: steps.length > 0 ? 'ready' : 'idle' })

export const started = (tour: TourState): TourState =>
  changed(tour, { run: true, status: 'running', lifecycle: 'init', action: 'start' })

export const stopped = (tour: TourState): TourState => changed(tour, { run: false, status: 'paused' })

/** Closed by the person: it stops where it is. */
export const closed = (tour: TourState): TourState => changed(stopped(tour), { lifecycle: 'complete' })

export const finished = (tour: TourState): TourState =>
  changed(tour, { run: false, stepIndex: 0, status: 'finished', lifecycle: 'complete' })

/** Stopped and back at the first step; whoever restarts it starts it from there. */
export const reset = (tour: TourState): TourState =>
  changed(tour, { run: false, stepIndex: 0, status: 'skipped', lifecycle: 'init', action: 'start' })

/** The step's target is looked for and may have to be opened first. */
export const awaited = (tour: TourState): TourState =>
  changed(tour, { status: 'waiting', lifecycle: 'ready' })

/** The target is there: the step is shown, or, at the beginning of a tour, its beacon where it has one. */
export const found = (tour: TourState): TourState => {
  const step = tour.steps[tour.stepIndex]
  const beacon = tour.action === 'start' && !step?.disableBeacon && step?.placement !== 'center'
  return changed(tour, { status: 'running', lifecycle: beacon ? 'beacon' : 'tooltip' })
}

export const opened = (tour: TourState): TourState => changed(tour, { lifecycle: 'tooltip' })

/** The person has gone on. */
export const completed = (tour: TourState, action: 'next' | 'previous'): TourState =>
  moved(changed(tour, { lifecycle: 'complete', action }))

/** What the step points at is not there or not in sight: it is passed over, in the direction one goes. */
export const missing = (tour: TourState): TourState => moved(changed(tour, { lifecycle: 'error' }))

function moved(tour: TourState): TourState {
  const stepIndex = tour.stepIndex + (tour.action === 'previous' ? -1 : 1)
  if (stepIndex >= tour.steps.length) return finished(tour)
  // Before the first step that is in sight there is none to go back to: the tour goes forward to it again.
  if (stepIndex < 0) return changed(tour, { stepIndex: 0, lifecycle: 'init', action: 'next' })
  return changed(tour, { stepIndex, lifecycle: 'init' })
}
