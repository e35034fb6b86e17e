import { color } from './color.ts'
import type { ColorRequest } from './highlight.ts'

self.onmessage = ({ data }: MessageEvent<ColorRequest>) => {
  self.postMessage({ id: data.id, parts: color(data.text, data.language) })
}
