/** The waits before another attempt to deliver something outside. After the last, it is given up. */
export const RETRY_MINUTES: readonly number[] = [1, 5, 30, 120, 720]
