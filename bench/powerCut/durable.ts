import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Compiles durable.c into a folder, and returns the path of the library to preload. Throws without a compiler. */
export function compileDurable(folder: string): string {
  const library = path.join(folder, 'durable.so')
  const source = path.join(import.meta.dirname, 'durable.c')
  execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source], { stdio: 'inherit' })
  return library
}
