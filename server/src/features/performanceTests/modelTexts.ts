import { randomUUID } from 'node:crypto'

export interface ModelPrompt {
  system: string
  user: string
}

/** Longer texts are cut, because a model reads only so much. */
const MOST_READ = 20_000

/** Texts in tags that they can't close, because their names can't be guessed. */
export function tagging() {
  const mark = randomUUID().slice(0, 8)
  return (name: string, text: string) => {
    const cut = text.length > MOST_READ ? `${text.slice(0, MOST_READ).toWellFormed()}…` : text
    return `<${name}-${mark}>\n${cut}\n</${name}-${mark}>`
  }
}

/** The one JSON object that a model wrote, whatever it wrote around it. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}
