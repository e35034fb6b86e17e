import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { mergeSessionTokens, storedSessionTokens } from '../transport/sessionTokens.ts'

/** The state's `cosmosDbSessionTokens`. */
export const sessionTokensSlice = createSlice({
  name: 'cosmosDbSessionTokens',
  initialState: storedSessionTokens,
  reducers: {
    keepTokens: (current, { payload }: PayloadAction<[string, string][]>) =>
      mergeSessionTokens(current, payload),
  },
})
