const CHANNEL = 'session'
const SIGNED_OUT = 'signed-out'

const open = (): BroadcastChannel | undefined => globalThis.BroadcastChannel && new BroadcastChannel(CHANNEL)

/** Tells the other tabs of this browser that the user has signed out. */
export function tellSignedOut(): void {
  const channel = open()
  channel?.postMessage(SIGNED_OUT)
  channel?.close()
}

/** Calls back when the user signs out in another tab. */
export function onSignedOutElsewhere(leave: () => void): void {
  open()?.addEventListener('message', ({ data }) => data === SIGNED_OUT && leave())
}
