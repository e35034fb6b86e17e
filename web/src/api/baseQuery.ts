import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { ApiError, type ApiFailure, jsonOf, type SendInput, send } from '../session/http.ts'

/**
 * Connects RTK Query to the one request function. An abort stays an abort, and all other failures become plain
 * data.
 */
export const baseQuery: BaseQueryFn<SendInput, unknown, ApiFailure> = async (input, { signal }) => {
  try {
    const data = await jsonOf(await send({ ...input, signal: input.signal ?? signal }))
    return { data: data ?? null }
  } catch (error) {
    if (error instanceof ApiError) return { error: error.failure }
    // RTK Query has rejected the call already. It ignores this answer, but would log an error that is thrown here.
    if (signal.aborted) return { error: { status: 'FETCH_ERROR', error: String(error), requestId: '' } }
    throw error
  }
}
