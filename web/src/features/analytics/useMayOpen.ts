import { type Screen, type ScreenName, screens } from '@parlance/contract/screens'
import { useActions } from '../currentUser/data/useActions.ts'
import { useFlags } from '../instance/data/api.ts'

/** Returns a function that tells whether the user can open a page of the administration. */
export function useMayOpen(): (name: ScreenName) => boolean {
  const { held } = useActions()
  const flags = useFlags()
  return (name) => {
    const { actions, flag }: Screen = screens[name]
    return actions.some((one) => held.has(one)) && (flag === undefined || flags.has(flag))
  }
}
