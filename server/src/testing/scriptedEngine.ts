import type { AnswerRequest, Engine, EngineResult, EngineWriter } from '../engines/engine.ts'
import { AppError } from '../platform/errors.ts'
import type { AnswerWriter } from '../platform/runs/run.ts'

import { type HelperPurpose, helperPurposeOf } from './helperPurpose.ts'

/**
 * Adds `event` to the engine's writer: the application's answer writer accepts events too, so a test can send
 * any event of a stream.
 */
export type ScriptedWriter = EngineWriter & Pick<AnswerWriter, 'event'>

type Script = (writer: ScriptedWriter, signal: AbortSignal, request: AnswerRequest) => Promise<unknown>

/** An engine that writes what a test tells it. A script can return parts of an EngineResult. */
export interface ScriptedEngine extends Engine {
  play(script: Script): void
  /**
   * Sets the script for helper calls, such as those for titles, from now on. Without one they fail, so that
   * tests of answers need not handle them.
   */
  playHelper(script: (purpose: HelperPurpose, ...call: Parameters<Script>) => Promise<unknown>): void
}

export function createScriptedEngine(): ScriptedEngine {
  let script: Script = async (writer) => writer.text('ok')
  let helper: Parameters<ScriptedEngine['playHelper']>[0] = () =>
    Promise.reject(new AppError('engine.refused'))
  return {
    play(next) {
      script = next
    },
    playHelper(next) {
      helper = next
    },
    async answer(request, writer) {
      const purpose = helperPurposeOf({ messages: request.messages })
      const call = [writer as ScriptedWriter, request.signal, request] as const
      const result = await (purpose ? helper(purpose, ...call) : script(...call))
      return {
        usage: null,
        citations: null,
        toolCalls: [],
        finish: 'Stop',
        ...((result as Partial<EngineResult> | undefined) ?? {}),
      }
    },
  }
}
