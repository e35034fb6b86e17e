import type { Challenge, ChallengeAnswer } from './solve.ts'

/** Solves a challenge without blocking the page. */
export async function solveInBackground(challenge: Challenge): Promise<ChallengeAnswer> {
  // Browsers without workers block the page for some seconds, which is better than no chat.
  if (typeof Worker === 'undefined') return (await import('./solve.ts')).solve(challenge)
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ChallengeAnswer>) => resolve(data)
      worker.onerror = () => reject(new Error('The challenge couldn’t be solved.'))
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}
