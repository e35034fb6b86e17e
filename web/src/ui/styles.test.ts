import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
)

const textOf = (file: string) =>
  readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** The classes that a style sheet styles directly, outside of queries and not as ancestors. */
function classesOf(file: string): Set<string> {
  const text = textOf(file)
  const found = new Set<string>()
  let depth = 0
  for (const [, selectors = '', brace] of text.matchAll(/([^{}]*)([{}])/g)) {
    if (brace === '{' && depth === 0 && !selectors.trim().startsWith('@'))
      for (const selector of selectors.split(','))
        if (/^\.[\w-]+$/.test(selector.trim())) found.add(selector.trim())
    depth += brace === '{' ? 1 : -1
  }
  return found
}

// Style sheets stay after their screen was open. A second style for a name would depend on which screens were
// visited.
it('no class is styled in two style sheets', () => {
  const places = new Map<string, string[]>()
  for (const file of sheets)
    for (const name of classesOf(file)) places.set(name, [...(places.get(name) ?? []), file])
  expect(places.size).toBeGreaterThan(500)
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
})

// Four-value shorthands name physical sides. If the left and right values differ, one is wrong in Arabic.
it('spacing uses logical properties', () => {
  const sided =
    /\b(?:padding|margin|inset|scroll-margin): *(?:[^\s;(]+ +){3}[^\s;(]+;|\b(?:padding|margin|border)-(?:left|right)\b/g
  expect(
    sheets.flatMap((file) => [...textOf(file).matchAll(sided)].map(([found]) => `${file}: ${found}`)),
  ).toEqual([])
})
