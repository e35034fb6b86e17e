import { vi } from 'vitest'

// The unit tests of several files run in one process, because starting it, its document, and libraries takes longer
// than most of them. Each file still loads its own copies of our modules, and finds an empty document and storage.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()

if (typeof document !== 'undefined') {
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
}
