import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type CosmosDbSessionTokens, mergeSessionTokens } from '../transport/sessionTokens.ts'

/** The state's `cosmosDbSessionTokens`. */
export const sessionTokensSlice = createSlice({
  name: 'cosmosDbSessionTokens',
  initialState: {} as CosmosDbSessionTokens,
  reducers: {
    keepTokens: (kept, { payload }: PayloadAction<[string, string][]>) => mergeSessionTokens(kept, payload),
  },
})
