/** stylis brings no types; this is what the right-to-left cache takes of it. */
declare module 'stylis' {
  import type { StylisPlugin } from '@emotion/cache'
  export const prefixer: StylisPlugin
}
