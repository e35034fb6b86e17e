import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Matches Mermaid's chunk for layouts by ELK. */
const elk = /\/elk-\w+\.mjs$/

/**
 * Lays out diagrams that ask for ELK with dagre, as Mermaid does by default elsewhere. ELK is as large as all of Mermaid,
 * and has another license than what we ship.
 */
export function withoutElk(): Plugin {
  return {
    name: 'without-elk',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!elk.test(source) || !importer?.includes('mermaid')) return null
      const folder = path.dirname(importer)
      const dagre = readdirSync(folder).find((name) => /^dagre-\w+\.mjs$/.test(name))
      if (!dagre) this.error('Mermaid has no chunk for layouts by dagre.')
      return path.join(folder, dagre)
    },
  }
}
