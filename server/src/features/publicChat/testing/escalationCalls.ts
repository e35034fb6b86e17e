import { publishAgent } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'
import { askAsVisitor, publishPage, type Visitor, visit } from '../../../testing/visitors.ts'

const base = '/api/internal/publicConversations'
/** A private address, which is refused before anything is sent. */
const webhook = {
  kind: 'Webhook',
  url: 'https://127.0.0.1:1/hook',
  secret: 'a-secret-for-the-cases',
}

interface Page {
  gptSystemId: string
  page: string
}

const pages = new WeakMap<TestApplication, Promise<Page>>()

async function beginPage(app: TestApplication): Promise<Page> {
  const gptSystemId = await publishAgent(app, 'With a team', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  return { gptSystemId, page: await publishPage(app, gptSystemId, { escalation: webhook }) }
}

function somePage(app: TestApplication): Promise<Page> {
  const known = pages.get(app) ?? beginPage(app)
  pages.set(app, known)
  return known
}

/** A new visitor with a conversation, because each can send only some. */
async function asked(app: TestApplication): Promise<{ visitor: Visitor; conversationId: string }> {
  const visitor = await visit(app, (await somePage(app)).page)
  return { visitor, conversationId: (await askAsVisitor(app, visitor, 'How long?')).conversationId }
}

async function sentBy(app: TestApplication): Promise<string> {
  const { visitor, conversationId } = await asked(app)
  const { body } = await call<{ escalationId: string }>(app, `${base}/${conversationId}/escalations`, {
    token: visitor.token,
    body: { replyTo: 'visitor@halden.example', consent: true },
  })
  return body.escalationId
}

export default {
  'escalations.send': {
    access: 'visitor',
    make: async ({ app }) => {
      const { visitor, conversationId } = await asked(app)
      return {
        params: { conversationId },
        input: { replyTo: 'visitor@halden.example', consent: true },
        token: visitor.token,
      }
    },
  },
  'escalations.list': {
    access: 'visitor',
    make: async ({ app }) => {
      const { visitor, conversationId } = await asked(app)
      return { params: { conversationId }, token: visitor.token }
    },
  },
  'escalations.listDeliveries': {
    access: ['GptSystemsPublish'],
    make: async ({ app }) => ({ params: { gptSystemId: (await somePage(app)).gptSystemId } }),
  },
  'escalations.open': {
    access: ['UserConversationsRead'],
    make: async ({ app }) => ({ params: { escalationId: await sentBy(app) } }),
  },
} satisfies Calls
