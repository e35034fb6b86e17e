import { localStored, sessionStored } from '../base/storage.ts'

const WHO = 'signedIn'
const TRIED = 'triedSilently'

/**
 * Who last signed in to this browser and hasn't signed out: a new tab can then sign them in without asking, from the
 * directory's session. Signing out removes it.
 */
export const rememberSignedIn = (userName: string): void => {
  localStored.write(WHO, userName)
  sessionStored.remove(TRIED)
}

/** Returns whom this tab can try to sign in without asking. It tries once, so a rejection can't become a loop. */
export function silentSignIn(): string | undefined {
  return sessionStored.read<boolean>(TRIED) ? undefined : localStored.read<string>(WHO)
}

export const silentSignInTried = (): void => sessionStored.write(TRIED, true)
