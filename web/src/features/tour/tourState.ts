/** The tooltip's position relative to its target, or centered on the page without one. */
const placements = ['top', 'bottom', 'start', 'end', 'center'] as const
export type Placement = (typeof placements)[number]

export interface TourStep {
  /** A selector by `data-tour-guide` ID. */
  target: string
  title?: string
  content: string
  placement?: Placement
  /** The target can be used during the step. */
  spotlightClicks?: boolean
  /** Keeps the scroll position of the target's container. */
  disableScrollParentFix?: boolean
  /** The step opens immediately, without waiting for a click on its beacon. */
  disableBeacon?: boolean
  /** Selectors of the elements to click, in order, if the target isn't visible yet. */
  openedBy?: readonly string[]
}

export type GivenStep = Omit<TourStep, 'content'> & Partial<Pick<TourStep, 'content'>>

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
  /** How the step was reached. A missing target is skipped in the same direction. */
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

/** Returns why the steps are invalid, or undefined if they are valid. */
export function errorOfSteps(steps: unknown): string | undefined {
  if (!Array.isArray(steps)) return 'Tour steps must be an array.'
  const invalid = steps.findIndex((step) => !isStep(step))
  return invalid < 0 ? undefined : `Tour step ${invalid + 1} must be an object with a target.`
}

function isStep(step: unknown): step is GivenStep {
  if (typeof step !== 'object' || step === null) return false
  const { target, content, placement } = step as Record<string, unknown>
  if (typeof target !== 'string' || target === '' || !['string', 'undefined'].includes(typeof content))
    return false
  return placement === undefined || placements.includes(placement as Placement)
}

/** Returns the changed state. Throws if it is invalid, which would be a programming error. */
export function changed(tour: TourState, change: Partial<TourState>): TourState {
  const unknown = Object.keys(change).filter((key) => !(key in noTour))
  if (unknown.length > 0) throw new Error(`Unknown tour state: ${unknown.join(', ')}.`)
  const next = { ...tour, ...change }
  const error = errorOf(next)
  if (error) throw new Error(error)
  return next
}

function errorOf({ run, steps, stepIndex, status, lifecycle, action }: TourState): string | undefined {
  const invalid = errorOfSteps(steps)
  if (invalid) return invalid
  if (typeof run !== 'boolean') return 'The run state of a tour must be true or false.'
  if (!Number.isInteger(stepIndex) || stepIndex < 0 || stepIndex > Math.max(0, steps.length - 1))
    return `A tour of ${steps.length} steps has no step ${stepIndex}.`
  if (!statuses.includes(status)) return `Unknown tour status: ${status}.`
  if (!lifecycles.includes(lifecycle)) return `Unknown tour lifecycle: ${lifecycle}.`
  if (!actions.includes(action)) return `Unknown tour action: ${action}.`
  return run && steps.length === 0 ? 'A tour without steps can’t run.' : undefined
}

/** Returns the state at the start of these steps. */
/** A step without content has an empty one. */
export const withSteps = (tour: TourState, steps: readonly GivenStep[]): TourState =>
  changed(tour, {
    ...noTour,
    steps: steps.map((step) => ({ ...step, content: step.content ?? '' })),
    status: steps.length > 0 ? 'ready' : 'idle',
  })

export const started = (tour: TourState): TourState =>
  changed(tour, { run: true, status: 'running', lifecycle: 'init', action: 'start' })

export const stopped = (tour: TourState): TourState => changed(tour, { run: false, status: 'paused' })

/** Closed by the user. It stops at the current step. */
export const closed = (tour: TourState): TourState => changed(stopped(tour), { lifecycle: 'complete' })

export const finished = (tour: TourState): TourState =>
  changed(tour, { run: false, stepIndex: 0, status: 'finished', lifecycle: 'complete' })

/** Stopped and back at the first step, where a restart begins. */
export const reset = (tour: TourState): TourState =>
  changed(tour, { run: false, stepIndex: 0, status: 'skipped', lifecycle: 'init', action: 'start' })

/** Looks for the step's target, which may have to be opened first. */
export const awaited = (tour: TourState): TourState =>
  changed(tour, { status: 'waiting', lifecycle: 'ready' })

/** The target was found. Shows the step, or its beacon if a tour starts there and it has one. */
export const found = (tour: TourState): TourState => {
  const step = tour.steps[tour.stepIndex]
  const beacon = tour.action === 'start' && !step?.disableBeacon && step?.placement !== 'center'
  return changed(tour, { status: 'running', lifecycle: beacon ? 'beacon' : 'tooltip' })
}

export const opened = (tour: TourState): TourState => changed(tour, { lifecycle: 'tooltip' })

/** The user has moved on. */
export const completed = (tour: TourState, action: 'next' | 'previous'): TourState =>
  moved(changed(tour, { lifecycle: 'complete', action }))

/**
 * The target is missing or hidden. The step is skipped in the current direction. The step after a skipped first
 * one has no beacon, because the user has already asked for the tour.
 */
export const missing = (tour: TourState): TourState =>
  moved(changed(tour, { lifecycle: 'error', action: tour.action === 'previous' ? 'previous' : 'next' }))

function moved(tour: TourState): TourState {
  const stepIndex = tour.stepIndex + (tour.action === 'previous' ? -1 : 1)
  if (stepIndex >= tour.steps.length) return finished(tour)
  // There is no visible step to go back to, so the tour moves forward again.
  if (stepIndex < 0) return changed(tour, { stepIndex: 0, lifecycle: 'init', action: 'next' })
  return changed(tour, { stepIndex, lifecycle: 'init' })
}
