import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** Returns the current value of an observable. The component renders again when it changes. */
export const useObservable = <T>({ subscribe, read }: Observable<T>): T =>
  useSyncExternalStore(subscribe, read)
