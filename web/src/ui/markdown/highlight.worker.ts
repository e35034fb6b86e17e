import { colour } from './colour.ts'
import type { ColourRequest } from './highlight.ts'

self.onmessage = ({ data }: MessageEvent<ColourRequest>) => {
  self.postMessage({ id: data.id, parts: colour(data.text, data.language) })
}
