import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'

/** A component of a chunk of its own, and how to load it ahead of its first use. */
export type LoadedLater<P extends object> = FunctionComponent<P> & { load: () => Promise<void> }

/**
 * A component of a chunk of its own. One that was loaded ahead is shown in the first frame: as React's own `lazy` it
 * would be waited for all the same, and what is shown meanwhile stays for 300 ms.
 */
export function loadLater<P extends object>(load: () => Promise<ComponentType<P>>): LoadedLater<P> {
  let Loaded: ComponentType<P> | undefined
  const loadOnce = async () => {
    Loaded = await load()
    return Loaded
  }
  const Later = lazy(async () => ({ default: await loadOnce() }))
  // Chosen once: another component in its place would begin the screen anew.
  function Part(props: P) {
    const [Shown] = useState<ComponentType<P>>(() => Loaded ?? (Later as ComponentType<P>))
    return <Shown {...props} />
  }
  return Object.assign(Part, { load: async () => void (await loadOnce()) })
}
