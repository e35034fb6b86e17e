import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type CosmosDbSessionTokens, mergeSessionTokens } from '../transport/sessionTokens.ts'

/** The state's `cosmosDbSessionTokens`. */
export const sessionTokensSlice = createSlice({
  name: 'cosmosDbSessionTokens',
  initialState: {} as CosmosDbSessionTokens,
  reducers: {
    keepTokens: (current, { payload }: PayloadAction<[string, string][]>) =>
      mergeSessionTokens(current, payload),
  },
})
