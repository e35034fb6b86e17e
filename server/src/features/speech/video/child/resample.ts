/** The rate that WebRTC works with. */
export const PLAYED_RATE = 48_000

/** Returns samples at the played rate, as a smooth curve through the given ones. */
export function resample(samples: Int16Array, rate: number): Int16Array {
  const step = rate / PLAYED_RATE
  const resampled = new Int16Array(Math.floor(samples.length / step))
  const sampleAt = (index: number) => samples[Math.min(Math.max(index, 0), samples.length - 1)] ?? 0
  for (let to = 0; to < resampled.length; to += 1) {
    const at = to * step
    const from = Math.floor(at)
    const share = at - from
    const [a, b, c, d] = [sampleAt(from - 1), sampleAt(from), sampleAt(from + 1), sampleAt(from + 2)]
    // A Catmull-Rom spline: straight lines would sound harsh.
    const value =
      b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)))
    resampled[to] = Math.max(-32_768, Math.min(32_767, Math.round(value)))
  }
  return resampled
}
