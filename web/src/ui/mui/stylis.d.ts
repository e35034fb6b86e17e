/** stylis has no types. This declares what the right-to-left cache uses. */
declare module 'stylis' {
  import type { StylisPlugin } from '@emotion/cache'
  export const prefixer: StylisPlugin
}
