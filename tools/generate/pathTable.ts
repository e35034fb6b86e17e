import type { Endpoint } from '../../contract/src/endpoint.ts'

/**
 * Generates the table for the browser's calls: method, path, and kind, and which path parameters the input
 * repeats.
 */
export function pathTable(operations: [string, Endpoint][]): string {
  const rows = operations.map(([name, { method, path, kind, params, input }]) => {
    const repeated = Object.keys(params.shape).filter((key) => key in input.shape)
    const cells = [method, path, kind].map((cell) => `'${cell}'`)
    if (repeated.length > 0) cells.push(`[${repeated.map((key) => `'${key}'`).join(', ')}]`)
    return `  '${name}': [${cells.join(', ')}],`
  })
  return `// Generated from the contract by tools/generate.ts; do not edit.
export const paths = {
${rows.join('\n')}
} as const

export type Operation = keyof typeof paths
`
}
