import { log } from '../../base/log.ts'
import { observable } from '../../base/observable.ts'
import { measures } from './measures.ts'
import { createOpener, scrollIntoSight } from './targets.ts'
import {
  awaited,
  changed,
  closed,
  completed,
  errorOfSteps,
  found,
  type GivenStep,
  missing,
  noTour,
  opened,
  reset,
  started,
  stopped,
  type TourState,
  withSteps,
} from './tourState.ts'

/** The tour of this page. */
export const tour = observable<TourState>(noTour)

const opener = createOpener()
/** Counts visited steps. A newer visit ends the wait of an earlier one. */
let visits = 0

/** Changes the tour's state. Throws if the state is invalid. */
export const setTour = (change: Partial<TourState>): void => tour.set(changed(tour.read(), change))

/** Starts a tour. Invalid steps are logged in the browser, and the tour doesn't run. */
export function startTour(steps: unknown): void {
  const error = errorOfSteps(steps)
  if (error) {
    log('WARN', 'tour.invalidSteps', { error })
    return
  }
  tour.set(withSteps(noTour, steps as GivenStep[]))
  if (tour.read().status === 'ready') go(started)
}

export const stopTour = (): void => end(stopped)
export const closeTour = (): void => end(closed)
export const goOn = (): void => go((now) => completed(now, 'next'))
export const goBack = (): void => go((now) => completed(now, 'previous'))
/** Opens the step from its beacon. */
export const openStep = (): void => tour.set(opened(tour.read()))
/** Called when the target is gone. It can be elsewhere now; otherwise, the step is skipped. */
export const lookAgain = (): void => void visit()

/** Starts again from the first step, unless the user leaves the tour in the meantime. */
export function restartTour(): void {
  end(reset)
  const restarted = visits
  setTimeout(() => {
    if (visits === restarted) go(started)
  }, measures.restartMs)
}

function go(to: (now: TourState) => TourState): void {
  tour.set(to(tour.read()))
  if (tour.read().run) void visit()
  else end((now) => now)
}

function end(to: (now: TourState) => TourState): void {
  visits++
  tour.set(to(tour.read()))
  void opener.closeAll()
}

/** Shows the current step, or the next one with a visible target. */
async function visit(): Promise<void> {
  const mine = ++visits
  const wanted = () => mine === visits
  const step = tour.read().steps[tour.read().stepIndex]
  if (!step) return
  tour.set(awaited(tour.read()))
  const target = await opener.bring(step, wanted)
  if (!wanted()) {
    // A layer can open after the tour has ended.
    if (!tour.read().run) void opener.closeAll()
    return
  }
  if (!target) return go(missing)
  scrollIntoSight(target, step)
  tour.set(found(tour.read()))
}
