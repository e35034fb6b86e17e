import { knownLanguage } from './languages.ts'

export interface ColoredText {
  text: string
  kind?: 'keyword' | 'string' | 'function' | 'comment' | 'number' | undefined
}

export interface ColorRequest {
  id: number
  text: string
  language: string
}

interface ColorAnswer {
  id: number
  parts: ColoredText[]
}

/** Longer texts stay plain, because highlighting them would delay all others. */
const maxLength = 200_000

let worker: Worker | null = null
let last = 0
const waiting = new Map<number, (parts: ColoredText[] | null) => void>()

/** Highlights text in a worker. Returns null if the language is unknown or workers aren't available. */
export function colorInBackground(text: string, info: string): Promise<ColoredText[] | null> {
  const language = knownLanguage(info)
  if (!language || text.length > maxLength || typeof Worker === 'undefined') return Promise.resolve(null)
  worker ??= start()
  const id = ++last
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    worker!.postMessage({ id, text, language } satisfies ColorRequest)
  })
}

function start(): Worker {
  const started = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<ColorAnswer>) => {
    waiting.get(data.id)?.(data.parts)
    waiting.delete(data.id)
  }
  started.onerror = () => {
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
    worker = null
  }
  return started
}
