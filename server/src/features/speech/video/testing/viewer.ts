import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestApplication } from '../../../../testing/application.ts'
import { call } from '../../../../testing/client.ts'
import type { Seen } from './viewerProcess.ts'

export type { Seen } from './viewerProcess.ts'

const script = fileURLToPath(new URL('./viewerProcess.ts', import.meta.url))
export const speechPath = (name: string): string => `/api/internal/speech/${name}`

/** Someone who watches an avatar. */
export class Viewer {
  readonly #child: ChildProcess = fork(script, { execArgv: ['--no-warnings'] })

  async #ask<T>(asked: object): Promise<T> {
    const [answered] = await Promise.all([once(this.#child, 'message'), this.#child.send(asked)])
    return answered[0] as T
  }

  offer = (): Promise<string> => this.#ask({ do: 'offer' })
  accept = (sdp: string): Promise<unknown> => this.#ask({ do: 'answer', sdp })
  see = (): Promise<Seen> => this.#ask({ do: 'see' })

  /** Looks until what is seen fits. */
  async until(fits: (seen: Seen) => boolean): Promise<Seen> {
    for (;;) {
      const seen = await this.see()
      if (fits(seen)) return seen
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error('The viewer ended.')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Connects to an avatar. Returns the session’s ID. */
  async connect(app: Pick<TestApplication, 'origin'>, token: string): Promise<string> {
    const { status, body } = await call<{ speechSessionId: string; remoteSdp: string }>(
      app,
      speechPath('connectTextToSpeechVideo'),
      { token, body: { localSdp: await this.offer() } },
    )
    if (status !== 200) throw new Error(`Connecting failed with ${status}: ${JSON.stringify(body)}`)
    await this.accept(body.remoteSdp)
    return body.speechSessionId
  }

  leave(): void {
    this.#child.kill('SIGKILL')
  }
}
