import { useEffect, useState } from 'react'
import { auth, setAuth } from '../../session/auth.ts'
import { watchHealth } from '../../session/health.ts'
import { takePath } from '../../session/pathAfterLogin.ts'
import { canResume, isSecureContext, resume } from '../../session/session.ts'
import { loadSettings } from '../../session/settings.ts'
import { ApiError } from '../../transport/apiError.ts'

export type LoginPhase = 'ready' | 'leaving' | 'resuming' | 'insecure'
export type LoginError = { kind: 'unreachable' } | { kind: 'ended' } | { kind: 'refused'; detail: string }

const loadDirectory = () => import('../../session/directory.ts')

function errorOf(error: unknown): LoginError {
  const cause = error instanceof ApiError && error.cause ? error.cause : error
  const name = (cause as { errorCode?: string }).errorCode
  if (name && !/network|request_failed/.test(name)) return { kind: 'refused', detail: name }
  const refused = error instanceof ApiError && typeof error.status === 'number'
  return refused ? { kind: 'refused', detail: error.failure.requestId } : { kind: 'unreachable' }
}

/**
 * The steps of signing in: returning from the directory, being signed in already, or leaving for the directory.
 */
export function useLogin() {
  const secure = isSecureContext()
  const [phase, setPhase] = useState<LoginPhase>(() =>
    !secure ? 'insecure' : canResume() ? 'resuming' : 'ready',
  )
  const [problem, setError] = useState<LoginError>()

  useEffect(() => {
    const stop = new AbortController()
    void begin(stop.signal)
    // A page restored from the back/forward cache still shows that it is leaving.
    const restored = (event: PageTransitionEvent) => event.persisted && location.reload()
    addEventListener('pageshow', restored)
    return () => {
      stop.abort()
      removeEventListener('pageshow', restored)
    }

    async function begin(signal: AbortSignal) {
      try {
        await watchHealth(signal)
        await loadSettings()
        if (!secure) return
        if (await resume()) return location.replace(takePath())
        if (signal.aborted) return
        if (auth.read().accessEnded) setError({ kind: 'ended' })
        setPhase('ready')
        // Loads in the background, so Continue doesn't have to wait for it.
        void loadDirectory()
      } catch (error) {
        if (signal.aborted) return
        setError(errorOf(error))
        setPhase(secure ? 'ready' : 'insecure')
      }
    }
  }, [secure])

  async function leave() {
    setPhase('leaving')
    setError(undefined)
    // The user can sign in again, because the account can have been enabled in the meantime.
    setAuth({ accessEnded: false })
    try {
      await (await loadDirectory()).signIn()
    } catch (error) {
      setError(errorOf(error))
      setPhase('ready')
    }
  }

  return { phase, error: problem, leave }
}
