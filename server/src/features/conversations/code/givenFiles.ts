import type { GivenFile } from '../../codeInterpreter/index.ts'

/** Returns the files that code finds. What it made of an attachment under its name comes in its place. */
export function givenFiles(attached: readonly GivenFile[], written: readonly GivenFile[]): GivenFile[] {
  const names = new Set(written.map(({ name }) => name))
  return [...attached.filter(({ name }) => !names.has(name)), ...written]
}
