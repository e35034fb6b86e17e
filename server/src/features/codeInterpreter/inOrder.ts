/** Does what belongs to the same conversation one after another. */
export function inOrder() {
  const last = new Map<string, Promise<unknown>>()

  /** Makes what comes next for a conversation wait for this. */
  function follow(conversationId: string, act: Promise<unknown>): void {
    const ended = act.catch(() => undefined)
    last.set(conversationId, ended)
    void ended.then(() => {
      if (last.get(conversationId) === ended) last.delete(conversationId)
    })
  }

  return {
    isBusy: (conversationId: string) => last.has(conversationId),
    follow,
    run<T>(conversationId: string, act: () => Promise<T>): Promise<T> {
      const done = (last.get(conversationId) ?? Promise.resolve()).then(act)
      follow(conversationId, done)
      return done
    },
  }
}
