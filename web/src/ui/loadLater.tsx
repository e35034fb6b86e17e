import { type ComponentType, type FunctionComponent, lazy, useEffect, useState } from 'react'
import { afterFailedLoad } from '../transport/served.ts'
import { LoadFault } from './LoadFault.tsx'

/** A component of a chunk of its own, and how to load it ahead of its first use. */
export type LoadedLater<P extends object> = FunctionComponent<P> & { load: () => Promise<void> }

/** A try to load a component: the component, or in its place why it is not there and how to try again. */
type Attempt<P extends object> = ComponentType<{ of: P; again: () => void }>

interface Options {
  /** It stands over the page: what is shown in its place while it cannot be loaded does so too. */
  over?: boolean
}

/** So long after it was mounted a screen is painted. */
const PAINTED_MS = 300

/** Loads parts once the screen is painted, so that they are there when they are opened. */
export function useLoadAhead(...parts: { load: () => Promise<void> }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts are of the module.
  useEffect(() => {
    // What could not be loaded is tried again when it is shown, which then says so.
    const timer = setTimeout(() => {
      for (const part of parts) part.load().catch(() => undefined)
    }, PAINTED_MS)
    return () => clearTimeout(timer)
  }, [])
}

const unreachable = { status: 'FETCH_ERROR', requestId: '' }

/**
 * A component of a chunk of its own. One that was loaded ahead is shown in the first frame: as React's own `lazy` it
 * would be waited for all the same, and what is shown meanwhile stays for 300 ms. One that the server does not give is
 * tried again when the person says so, or comes back to it.
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
    // Not as soon as it fails: what waits for it is begun anew until this is shown, and would go in circles.
    useEffect(() => renew, [])
    return (
      <div className={over ? 'card away-over' : 'grow'}>
        <LoadFault error={unreachable} retry={again} />
      </div>
    )
  }

  function Part(props: P) {
    // Chosen once: another component in its place would begin the screen anew.
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

/** What is loaded, or undefined where the server is away. A file that fails though the server is there is an error. */
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

/** Links of style sheets that could not be loaded; one that is still on its way is none of them. */
const failedStyles = new Set<HTMLLinkElement>()
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  },
  true,
)

/** A style sheet that failed is not asked for a second time by itself: its link stands in the page. */
async function loadStylesAgain(): Promise<void> {
  const failed = [...failedStyles].filter((link) => link.isConnected)
  failedStyles.clear()
  await Promise.all(
    failed.map(
      (link) =>
        new Promise((resolve, refuse) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.addEventListener('load', resolve)
          again.addEventListener('error', () => refuse(new Error(`${link.href} could not be loaded.`)))
          link.replaceWith(again)
        }),
    ),
  )
}
