import { chatAccessPolicies as contract } from '@parlance/contract/chatAccessPolicies'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { ofPolicies } from './personalDataStore.ts'
import { restorePolicies } from './restoring.ts'
import { createService } from './service.ts'

export {
  demandOwnPolicy,
  findAccess,
  lockOwnPolicyAsSeen,
  ownPolicyWith,
  removeOwnPolicy,
  setPageOfOwnPolicy,
  writeOwnPolicy,
} from './ofAgent.ts'
export {
  limitedBy,
  namedByPolicy,
  namedForSomebody,
  namesAgent,
  namesPerson,
  policyHolds,
} from './policy.ts'
export { policyOf } from './service.ts'
export {
  insertEveryone,
  type PolicyAccess,
  type PolicyVerdict,
  readNaming,
  readOwnPolicy,
  readVerdicts,
} from './store.ts'

/** Controls who can use which agents. */
export function chatAccessPoliciesFeature(platform: Platform): void {
  const service = createService(platform)
  restorePolicies(platform.restorers)
  platform.personalData.add(ofPolicies)
  serve(platform, contract, {
    listChatAccessPolicies: ({ input }) => service.listChatAccessPolicies(input),
    createChatAccessPolicy: (call) => service.createChatAccessPolicy(call),
    getChatAccessPolicy: ({ params }) => service.getChatAccessPolicy(params.chatAccessPolicyId),
    updateChatAccessPolicy: (call) => service.updateChatAccessPolicy(call),
    removeChatAccessPolicy: (call) => service.removeChatAccessPolicy(call),
  })
}
