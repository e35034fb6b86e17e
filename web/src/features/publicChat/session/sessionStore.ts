import { storedSession, type VisitorSession } from '../data/storedSession.ts'

/** Stores a visitor's session in this browser for all its tabs, or in this page if the browser stores nothing. */
export class SessionStore {
  private ofPage: VisitorSession | null = null
  private readonly key: string

  constructor(key: string) {
    this.key = key
  }

  /** The stored value is read each time, because another tab can have replaced it. */
  read(): VisitorSession | null {
    return this.ofPage ?? storedSession(this.key)
  }

  write(session: VisitorSession): void {
    this.ofPage = null
    try {
      localStorage.setItem(this.key, JSON.stringify(session))
      if (storedSession(this.key)?.secret === session.secret) return
    } catch {
      // Turned off, full, or blocked in this frame.
    }
    this.ofPage = session
  }

  remove(): void {
    this.ofPage = null
    try {
      localStorage.removeItem(this.key)
    } catch {
      // It stores nothing.
    }
  }

  /** Whether this browser can store a session. */
  isKept(): boolean {
    if (this.ofPage) return false
    const probe = `${this.key}?`
    try {
      localStorage.setItem(probe, '1')
      localStorage.removeItem(probe)
      return true
    } catch {
      return false
    }
  }

  /** Calls back when another tab changes the session. */
  onChange(changed: () => void): void {
    globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
      if (key === this.key || key === null) changed()
    })
  }
}
