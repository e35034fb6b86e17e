import { randomUUID } from 'node:crypto'
import { createPolicy } from '../../../testing/access.ts'
import type { Calls, Make } from '../../../testing/case.ts'

const policy = { subjects: [{ kind: 'EveryoneSignedIn' }], gptSystems: 'All' }
const toPolicy: Make = async ({ app }) => ({
  params: { chatAccessPolicyId: (await createPolicy(app)).body.chatAccessPolicyId },
})

export default {
  'chatAccessPolicies.listChatAccessPolicies': {
    access: ['ChatAccessPoliciesRead', 'ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'],
    make: async ({ gptSystemId }) => ({ input: { gptSystemId } }),
  },
  'chatAccessPolicies.createChatAccessPolicy': {
    access: ['ChatAccessPoliciesCreate'],
    make: async () => ({ input: { name: `Made ${randomUUID().slice(0, 8)}`, ...policy } }),
  },
  'chatAccessPolicies.getChatAccessPolicy': {
    access: ['ChatAccessPoliciesRead', 'ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'],
    make: toPolicy,
  },
  'chatAccessPolicies.updateChatAccessPolicy': {
    access: ['ChatAccessPoliciesWrite'],
    make: async ({ app }) => {
      const { chatAccessPolicyId, name, version } = (await createPolicy(app)).body
      return {
        params: { chatAccessPolicyId },
        input: { name, ...policy },
        headers: { 'if-match': `"${version}"` },
      }
    },
  },
  'chatAccessPolicies.removeChatAccessPolicy': { access: ['ChatAccessPoliciesWrite'], make: toPolicy },
} satisfies Calls
