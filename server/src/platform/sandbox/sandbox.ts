import { interpreterLimits } from './interpreter.ts'
import { probeSandbox, type SandboxState } from './programs.ts'

/** Where code of models and people can run on this machine. */
export interface Sandbox {
  /** Whether it can, and what to install if it can’t. It is looked for once. */
  state(): Promise<SandboxState>
}

/** Finds the sandbox of this machine, unless the configuration turns it off. */
export function createSandbox({ codeInterpreter }: { codeInterpreter: 'auto' | 'off' }): Sandbox {
  let probed: Promise<SandboxState> | null = null
  return {
    state() {
      if (codeInterpreter === 'off')
        return Promise.resolve({ state: 'NotConfigured', missing: [], programs: null })
      probed ??= probeSandbox(interpreterLimits)
      return probed
    },
  }
}
