import { Suspense, useEffect } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { loadLater } from '../../ui/loadLater.tsx'
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
