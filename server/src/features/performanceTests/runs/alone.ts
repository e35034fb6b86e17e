import { isUniqueViolation } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

/** Stores a run. Rejects if another one of its test is in progress. */
export async function alone<T>(insert: Promise<T>): Promise<T> {
  try {
    return await insert
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('performanceRun.running', { cause: error })
    throw error
  }
}
