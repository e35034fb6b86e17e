/** The tour's measures, in pixels and milliseconds. */
export const measures = {
  scrollOffset: 20,
  scrollMs: 300,
  spotlightPadding: 10,
  tooltipWidth: 380,
  /** What a narrow screen keeps free of the tooltip, both sides together. */
  narrowMargin: 30,
  zIndex: 10_000,
  restartMs: 100,
} as const

/** What a target that has to be opened is waited for: its menu may have to be loaded. */
export const TARGET_WAIT_MS = 1500

export const tooltipWidth = (windowWidth: number): number =>
  Math.min(measures.tooltipWidth, windowWidth - measures.narrowMargin)
