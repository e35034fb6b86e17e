import { useEffect, useRef, useState } from 'react'

/** A picture of our own storage. Under its name it never becomes another, so that it is got once. */
export interface PictureSource {
  name: string
  /** An address in this page: a picture needs the person's token, which an `img` cannot send. */
  load: () => Promise<string>
}

/** More than a person sees of them in a day; the oldest go. */
const MOST_KEPT = 300
/** A list asks for all its pictures at once, which must not keep anything else waiting. */
const AT_ONCE = 4

const kept = new Map<string, Promise<string>>()
const known = new Map<string, string>()
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
  const there = kept.get(name)
  if (there) return there
  const got = oneOfFew(async () => {
    const address = await load()
    known.set(name, address)
    return address
  })
  kept.set(name, got)
  // What failed may be there when it is next shown.
  got.catch(() => kept.delete(name))
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) drop(oldest)
  return got
}

function drop(name: string): void {
  kept.delete(name)
  const address = known.get(name)
  known.delete(name)
  if (address) URL.revokeObjectURL(address)
}

/** The address of a picture in this page; `failed` where it cannot be got, neither while it is on its way. */
export function usePicture(source: PictureSource | null): { address: string | null; failed: boolean } {
  const name = source?.name ?? null
  const [found, setFound] = useState<{ name: string; address: string | null }>()
  // The name says which picture it is; how it is got is another object with each painting.
  const latest = useRef(source)
  latest.current = source
  useEffect(() => {
    const { current } = latest
    if (!current || name === null || known.has(name)) return
    let gone = false
    const settle = (address: string | null) => gone || setFound({ name, address })
    addressOf(current).then(settle, () => settle(null))
    return () => {
      gone = true
    }
  }, [name])
  if (name === null) return { address: null, failed: false }
  const address = known.get(name) ?? null
  return { address, failed: address === null && found?.name === name }
}
