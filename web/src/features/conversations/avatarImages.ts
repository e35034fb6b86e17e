import { useEffect, useRef, useState } from 'react'
import { send } from '../../api/http.ts'
import type { Operation } from '../../api/paths.ts'
import { callOf } from '../../api/request.ts'

/** Where an agent's picture is got: under its name it never becomes another, so that it is got once. */
export interface AvatarSource {
  operation: Operation
  /** With the picture's name as `fileName`. */
  args: { fileName: string } & Record<string, string>
}

/** More than a person sees of them in a day; the oldest go. */
const MOST_KEPT = 300
/** A list of agents asks for all its pictures at once, which must not keep anything else waiting. */
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

/** A picture needs the person's token, which an `img` cannot send: it is got as a blob, and kept for the page's life. */
function addressOf({ operation, args }: AvatarSource): Promise<string> {
  const { fileName } = args
  const there = kept.get(fileName)
  if (there) return there
  const got = oneOfFew(async () => {
    const response = await send({ ...callOf(operation, args), headers: { accept: 'image/*' } })
    const address = URL.createObjectURL(await response.blob())
    known.set(fileName, address)
    return address
  })
  kept.set(fileName, got)
  // What failed may be there when it is next shown.
  got.catch(() => kept.delete(fileName))
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) drop(oldest)
  return got
}

function drop(fileName: string): void {
  kept.delete(fileName)
  const address = known.get(fileName)
  known.delete(fileName)
  if (address) URL.revokeObjectURL(address)
}

/** The address of a picture in this page; `failed` where it cannot be got, neither while it is on its way. */
export function useAvatarImage(source: AvatarSource | null): { address: string | null; failed: boolean } {
  const fileName = source?.args.fileName ?? null
  const [found, setFound] = useState<{ fileName: string; address: string | null }>()
  // The name says which picture it is; what it is got from is another object with each painting.
  const latest = useRef(source)
  latest.current = source
  useEffect(() => {
    const { current } = latest
    if (!current || fileName === null || known.has(fileName)) return
    let gone = false
    const settle = (address: string | null) => gone || setFound({ fileName, address })
    addressOf(current).then(settle, () => settle(null))
    return () => {
      gone = true
    }
  }, [fileName])
  if (fileName === null) return { address: null, failed: false }
  const address = known.get(fileName) ?? null
  return { address, failed: address === null && found?.fileName === fileName }
}
