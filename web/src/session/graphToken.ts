import type { AuthenticationResult, IPublicClientApplication } from '@azure/msal-browser'

const GROUPS_SCOPE = 'GroupMember.Read.All'

/** Whether the id token says that somebody is in more groups than it has room for. */
const hasTooManyGroups = (claims: object): boolean => {
  const { _claim_names: names, hasgroups } = claims as { _claim_names?: object; hasgroups?: boolean }
  return hasgroups === true || (names !== undefined && 'groups' in names)
}

/**
 * The access token that goes with an id token. Where that has no room for the groups, the server asks the graph for them
 * with this one, which then needs the scope for it. Only an administrator can consent to that scope: without consent
 * the sign-in goes on, and the groups stay unknown.
 */
export async function graphToken(
  application: Pick<IPublicClientApplication, 'acquireTokenSilent'>,
  { accessToken, account, idTokenClaims, scopes }: AuthenticationResult,
): Promise<string> {
  if (!hasTooManyGroups(idTokenClaims)) return accessToken
  try {
    const request = { scopes: [...scopes, GROUPS_SCOPE], account }
    return (await application.acquireTokenSilent(request)).accessToken
  } catch {
    return accessToken
  }
}
