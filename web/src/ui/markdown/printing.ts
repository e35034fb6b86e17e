/** How long printing waits for what isn’t drawn yet. */
const WAIT_MS = 15_000

/** Starts drawing something, if it hasn’t started, and resolves when it is done. */
type Draw = () => Promise<void> | void

const undrawn = new Set<Draw>()

/** Registers something that has to be drawn before the page is printed. Returns a function that undoes this. */
export function drawBeforePrinting(draw: Draw): () => void {
  undrawn.add(draw)
  return () => undrawn.delete(draw)
}

/** Draws everything that isn’t visible yet, for printing. Gives up after a while. */
export async function drawAll(): Promise<void> {
  const end = Date.now() + WAIT_MS
  while (undrawn.size > 0 && Date.now() < end) {
    const started = Promise.all([...undrawn].map((draw) => draw()))
    await Promise.race([started, new Promise((resolve) => setTimeout(resolve, end - Date.now()))])
    // What was only started registers again while it is drawn.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
