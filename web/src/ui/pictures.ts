import { useEffect, useRef, useState } from 'react'

/** A picture in our storage. The picture behind a name never changes, so it is loaded once. */
export interface PictureSource {
  name: string
  /** Returns an object URL. Loading needs the user's token, which an `img` can't send. */
  load: () => Promise<string>
}

/** More than a user sees in a day. Those that were shown the longest time ago are dropped. */
const MOST_CACHED = 300
/** A list requests all its pictures at once. The limit leaves room for other requests. */
const AT_ONCE = 4

const cache = new Map<string, Promise<string>>()
const known = new Map<string, string>()
/** How often each picture is on the page. These are never dropped, because nothing would load them again. */
const shown = new Map<string, number>()
const waiting: (() => void)[] = []
let running = 0

async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

function addressOf({ name, load }: PictureSource): Promise<string> {
  const there = cache.get(name)
  if (there) {
    cache.delete(name)
    cache.set(name, there)
    return there
  }
  const got = oneOfFew(async () => {
    const address = await load()
    known.set(name, address)
    return address
  })
  cache.set(name, got)
  // Allows a retry the next time the picture is shown.
  got.catch(() => cache.delete(name))
  dropUnused()
  return got
}

function dropUnused(): void {
  for (const name of cache.keys()) {
    if (cache.size <= MOST_CACHED) return
    if (!shown.has(name)) drop(name)
  }
}

function show(name: string): () => void {
  shown.set(name, (shown.get(name) ?? 0) + 1)
  return () => {
    const left = shown.get(name)! - 1
    if (left > 0) shown.set(name, left)
    else shown.delete(name)
  }
}

function drop(name: string): void {
  cache.delete(name)
  const address = known.get(name)
  known.delete(name)
  if (address?.startsWith('blob:')) URL.revokeObjectURL(address)
}

/** Returns a picture's object URL. `failed` is true if loading failed, and neither is set while it loads. */
export function usePicture(source: PictureSource | null): { address: string | null; failed: boolean } {
  const name = source?.name ?? null
  const [found, setFound] = useState<{ name: string; address: string | null }>()
  // The effect depends on the name only, because `source` is a new object on every render.
  const latest = useRef(source)
  latest.current = source
  useEffect(() => {
    const { current } = latest
    if (!current || name === null) return
    const hide = show(name)
    let gone = false
    const settle = (address: string | null) => gone || setFound({ name, address })
    addressOf(current).then(settle, () => settle(null))
    return () => {
      gone = true
      hide()
    }
  }, [name])
  if (name === null) return { address: null, failed: false }
  const address = known.get(name) ?? null
  return { address, failed: address === null && found?.name === name }
}
