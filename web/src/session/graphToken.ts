import type { AuthenticationResult, IPublicClientApplication } from '@azure/msal-browser'

const GROUPS_SCOPE = 'GroupMember.Read.All'

/** Whether the ID token indicates more groups than fit into it. */
const hasTooManyGroups = (claims: object): boolean => {
  const { _claim_names: names, hasgroups } = claims as { _claim_names?: object; hasgroups?: boolean }
  return hasgroups === true || (names !== undefined && 'groups' in names)
}

/**
 * Returns the access token that goes with an ID token. If the groups don't fit into the ID token, the server
 * requests them from Graph with this token, which then needs the scope. Only an administrator can consent to
 * that scope. Without consent, sign-in continues and the groups stay unknown.
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
