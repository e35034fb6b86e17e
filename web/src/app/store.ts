import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { api } from '../api/api.ts'
import { sessionTokensSlice } from '../api/sessionTokensSlice.ts'
import { chatSlice } from '../features/chatModel/chatSlice.ts'
import { connectSessionTokens } from '../transport/sessionTokens.ts'

const reducer = combineSlices(api, sessionTokensSlice, chatSlice)

export const createStore = () => {
  const store = configureStore({
    reducer,
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  connectSessionTokens({
    read: () => store.getState().cosmosDbSessionTokens,
    keep: (incoming) => {
      // Most responses have no such header and need no action.
      const tokens = [...incoming].filter(([name]) => name.toLowerCase().startsWith('x-cosmos'))
      if (tokens.length > 0) {
        store.dispatch(
          sessionTokensSlice.actions.keepTokens(
            tokens.map(([name, value]): [string, string] => [name, value]),
          ),
        )
      }
    },
  })
  return store
}

export type Store = ReturnType<typeof createStore>
