/** Storage as in a browser that blocks it, for example in frames of other sites. */
export const blockedStorage = (): Storage =>
  new Proxy({} as Storage, {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
