import { type ComponentType, type FunctionComponent, lazy, useEffect, useState } from 'react'
import { afterFailedLoad } from '../transport/served.ts'
import { LoadError } from './LoadError.tsx'

/** A component in its own chunk, with a function to load it before its first use. */
export type LoadedLater<P extends object> = FunctionComponent<P> & { load: () => Promise<void> }

/** An attempt to load a component: the component itself, or an error with a retry. */
type Attempt<P extends object> = ComponentType<{ of: P; again: () => void }>

interface Options {
  /** The part is an overlay, so its error message is one, too. */
  over?: boolean
}

/** A screen is painted this long after it is mounted. */
const PAINTED_MS = 300

/** Whether the user asked the browser to use little data. Not every browser says so. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Preloads parts once the screen is painted, so they are ready when opened, unless the user wants to save data. */
export function useLoadAhead(...parts: { load: () => Promise<void> }[]): void {
  useLoadSoon(...(savesData() ? [] : parts))
}

/** Loads parts that the next step of a screen needs in any case, once the screen is painted. */
export function useLoadSoon(...parts: { load: () => Promise<void> }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts are module constants.
  useEffect(() => {
    // A part that fails to load is tried again when shown, and then displays an error.
    const timer = setTimeout(() => {
      for (const part of parts) part.load().catch(() => undefined)
    }, PAINTED_MS)
    return () => clearTimeout(timer)
  }, [])
}

const unreachable = { status: 'FETCH_ERROR', requestId: '' }

/**
 * Loads a component from its own chunk. A preloaded one appears in the first frame, where React's `lazy` would
 * suspend and show the fallback for 300 ms. If loading fails, it is tried again when the user asks, or returns
 * to it.
 */
export function loadLater<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { over = false }: Options = {},
): LoadedLater<P> {
  let Loaded: ComponentType<P> | undefined
  const loadOnce = async () => {
    Loaded = await load()
    return Loaded
  }
  const attempt = () =>
    lazy<Attempt<P>>(async () => {
      const Screen = await loadedOrAway(loadOnce)
      return { default: Screen ? ({ of }) => <Screen {...of} /> : Away }
    })
  let Later: Attempt<P> = attempt()
  const renew = () => {
    Later = attempt()
  }

  function Away({ again }: { again: () => void }) {
    // Renews here and not on failure: React restarts the suspended component until this is shown, so renewing
    // earlier would loop.
    useEffect(() => renew, [])
    return (
      <div className={over ? 'card away-over' : 'grow'}>
        <LoadError error={unreachable} retry={again} />
      </div>
    )
  }

  function Part(props: P) {
    // Chosen once, because another component type would remount the screen.
    const [Ready] = useState<ComponentType<P> | undefined>(() => Loaded)
    const [Tried, tryAnew] = useState<Attempt<P>>(() => Later)
    const again = () => {
      renew()
      tryAnew(() => Later)
    }
    return Ready ? <Ready {...props} /> : <Tried of={props} again={again} />
  }
  return Object.assign(Part, { load: async () => void (await loadOnce()) })
}

/**
 * Returns the loaded module, or undefined if the server is unreachable. If a file fails although the server is
 * reachable, throws the error.
 */
async function loadedOrAway<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    await loadStylesAgain()
    return await load()
  } catch {
    if ((await afterFailedLoad()) !== 'Same') return undefined
    await loadStylesAgain()
    return load()
  }
}

/** Links of style sheets that failed to load, excluding those still loading. */
const failedStyles = new Set<HTMLLinkElement>()
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  },
  true,
)

/** The browser doesn't retry a failed style sheet whose link is in the page. */
async function loadStylesAgain(): Promise<void> {
  const failed = [...failedStyles].filter((link) => link.isConnected)
  failedStyles.clear()
  await Promise.all(
    failed.map(
      (link) =>
        new Promise((resolve, refuse) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.addEventListener('load', resolve)
          again.addEventListener('error', () => refuse(new Error(`${link.href} couldn't be loaded.`)))
          link.replaceWith(again)
        }),
    ),
  )
}
