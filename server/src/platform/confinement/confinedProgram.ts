/** Answers the parent's requests one after another. The parent decides when the program ends. */
export function answerParent<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  let last: Promise<unknown> = Promise.resolve()
  process.on('message', (request: Request) => {
    last = last.then(async () => process.send?.(await answer(request)))
  })
  // Ctrl+C reaches the whole process group, but the parent decides when reading ends.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  // The parent is gone, so no one would read the answers.
  process.on('disconnect', () => process.exit(0))
  // A parser can leave a rejected promise behind. The pending answer reports the outcome.
  process.on('unhandledRejection', () => undefined)
}

/** Reads the bytes of a file. The next file follows only after the answer. */
export async function receiveBytes(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size)
  let received = 0
  if (size === 0) return bytes
  for await (const chunk of process.stdin.iterator({ destroyOnReturn: false })) {
    received += (chunk as Buffer).copy(bytes, received)
    if (received === size) break
  }
  return bytes
}
