import { problemOf } from '../transport/apiError.ts'

/**
 * Changes something that nobody else changes. The answer to an earlier try may have been lost after the change was made:
 * the version that it has since then comes with the refusal, and the change is sent once more.
 */
export async function withVersion<T>(version: number, change: (version: number) => Promise<T>): Promise<T> {
  try {
    return await change(version)
  } catch (error) {
    const problem = problemOf(error) as { code: string; current?: { version: number } } | undefined
    if (problem?.code !== 'request.stale' || !problem.current) throw error
    return change(problem.current.version)
  }
}
