import { lazy, Suspense, useEffect } from 'react'
import { useObservable } from '../../ui/useObservable.ts'
import { closeKeyList, keyList } from './keyList.ts'

const KeyList = lazy(() => import('./KeyList.tsx'))

export function KeyListHost() {
  const { open } = useObservable(keyList)
  useEffect(() => closeKeyList, [])
  if (!open) return null
  return (
    <Suspense>
      <KeyList />
    </Suspense>
  )
}
