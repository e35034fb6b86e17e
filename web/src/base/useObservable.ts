import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** The present value of an observable; the component renders again when it changes. */
export const useObservable = <T>({ subscribe, read }: Observable<T>): T =>
  useSyncExternalStore(subscribe, read)
