import { Suspense, useEffect } from 'react'
import { loadLater } from '../../ui/loadLater.tsx'
import { useObservable } from '../../base/useObservable.ts'
import { closeKeyList, keyList } from './keyList.ts'

const KeyList = loadLater(async () => (await import('./KeyList.tsx')).default, { over: true })

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
