/** Drains when woken, and once more if woken again meanwhile. */
export function createWorker(drain: () => Promise<void>) {
  let working: Promise<void> | null = null
  let again = false

  function wake(): void {
    if (working) {
      again = true
      return
    }
    again = false
    working = drain().finally(() => {
      working = null
      if (again) wake()
    })
  }

  return {
    wake,
    async settled() {
      while (working) await working
    },
  }
}
