import type { Config } from '../../config/config.ts'
import { interpreterLimits } from './interpreter.ts'
import { probeSandbox, type SandboxState } from './programs.ts'

/** Where code of models and people can run. */
export interface Sandbox {
  /** Whether it can, and what to install if it can’t. It is looked for once. Nothing is needed if it runs elsewhere. */
  state(): Promise<SandboxState>
}

/** Finds the sandbox of this machine, unless the configuration turns it off. */
export function createSandbox({ codeInterpreter }: Pick<Config, 'codeInterpreter'>): Sandbox {
  let probed: Promise<SandboxState> | null = null
  return {
    state() {
      if (codeInterpreter === 'off')
        return Promise.resolve({ state: 'NotConfigured', missing: [], programs: null })
      if (codeInterpreter === 'azure')
        return Promise.resolve({ state: 'Available', missing: [], programs: null })
      probed ??= probeSandbox(interpreterLimits)
      return probed
    },
  }
}
