let signingOut = false

/**
 * Whether the page is on its way to the directory's sign-out. A call that is refused meanwhile signs nobody in anew, and
 * does not lead to the directory's sign-in instead.
 */
export const isSigningOut = (): boolean => signingOut

export function setSigningOut(now: boolean): void {
  signingOut = now
}
