import { log } from '../../base/log.ts'
import { observable } from '../../base/observable.ts'
import { measures } from './measures.ts'
import { createOpener, scrollIntoSight } from './targets.ts'
import {
  awaited,
  changed,
  closed,
  completed,
  faultOfSteps,
  found,
  missing,
  noTour,
  opened,
  reset,
  started,
  stopped,
  type TourState,
  type TourStep,
  withSteps,
} from './tourState.ts'

/** The tour of this page. */
export const tour = observable<TourState>(noTour)

const opener = createOpener()
/** Counts the steps that were gone to: whoever has gone on waits for the one before no longer. */
let visits = 0

/** Sets what a tour may be; anything else throws. */
export const setTour = (change: Partial<TourState>): void => tour.set(changed(tour.read(), change))

/** Steps that are none are told to whoever reads the browser's log, and the tour does not run. */
export function startTour(steps: unknown): void {
  const fault = faultOfSteps(steps)
  if (fault) {
    log('WARN', 'tour.invalidSteps', { fault })
    return
  }
  tour.set(withSteps(noTour, steps as TourStep[]))
  if (tour.read().status === 'ready') go(started)
}

export const stopTour = (): void => end(stopped)
export const closeTour = (): void => end(closed)
export const goOn = (): void => go((now) => completed(now, 'next'))
export const goBack = (): void => go((now) => completed(now, 'previous'))
/** From its beacon into the step. */
export const openStep = (): void => tour.set(opened(tour.read()))
/** What was pointed at is no longer there: it may have moved elsewhere, else the step is passed over. */
export const lookAgain = (): void => void visit()

/** From the first step again. Whoever leaves meanwhile is not followed. */
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

/** Goes to the step where the tour is, or to the next one whose target is in sight. */
async function visit(): Promise<void> {
  const mine = ++visits
  const wanted = () => mine === visits
  const step = tour.read().steps[tour.read().stepIndex]
  if (!step) return
  tour.set(awaited(tour.read()))
  const target = await opener.bring(step, wanted)
  if (!wanted()) {
    // It may have been opened when the tour had ended.
    if (!tour.read().run) void opener.closeAll()
    return
  }
  if (!target) return go(missing)
  scrollIntoSight(target, step)
  tour.set(found(tour.read()))
}
