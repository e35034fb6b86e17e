/** The tour's dimensions in pixels and durations in milliseconds. */
export const measures = {
  scrollOffset: 20,
  scrollMs: 300,
  spotlightPadding: 10,
  tooltipWidth: 380,
  /** The space that a narrow screen keeps around the tooltip, both sides together. */
  narrowMargin: 30,
  zIndex: 10_000,
  restartMs: 100,
} as const

/** How long to wait for a target that has to be opened, at least. Its menu may still be loading. */
export const TARGET_WAIT_MS = 1500
export const TARGET_WAIT_FRAMES = 60

export const tooltipWidth = (windowWidth: number): number =>
  Math.min(measures.tooltipWidth, windowWidth - measures.narrowMargin)
