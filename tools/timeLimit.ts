import path from 'node:path'
import type { TestModule, TestSpecification, Vitest } from 'vitest/node'

/**
 * Begins no more test files after TESTS_UNTIL, in seconds since 1970, and prints those that weren’t run. For build servers
 * that end whatever takes too long: what was tested until then is reported.
 */
export default class TimeLimit {
  private readonly until = Number(process.env.TESTS_UNTIL) * 1000
  private readonly waiting = new Set<string>()
  private vitest: Vitest | undefined
  private isOver = false

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onTestRunStart(files: readonly TestSpecification[]): void {
    for (const { moduleId } of files) this.waiting.add(moduleId)
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.waiting.delete(moduleId)
  }

  onTestModuleEnd(): void {
    if (this.isOver || Date.now() < this.until) return
    this.isOver = true
    void this.vitest?.cancelCurrentRun('keyboard-input')
  }

  onTestRunEnd(): void {
    if (!this.isOver) return
    const names = [...this.waiting].map((id) => path.relative(process.cwd(), id)).sort()
    process.stdout.write(`\nOut of time. Not run: ${names.length} files.\n${names.join('\n')}\n`)
  }
}
