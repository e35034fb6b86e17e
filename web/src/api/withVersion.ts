import { problemOf } from '../transport/apiError.ts'

/**
 * Changes something that no one else changes. The response to an earlier attempt can be lost after the change
 * was saved. The error then contains the new version, and the change is sent again with it.
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
