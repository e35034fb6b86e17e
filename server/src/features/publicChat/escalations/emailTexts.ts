import { limits } from '@parlance/contract/limits'
import type { MailMessage } from '../../../platform/egress/mail.ts'

interface Told {
  agentName: string
  replyTo: string
  link: string
  isTest: boolean
}

/** A name in one line, so that it can't look like a part of the email, isolated because of its direction. */
const named = (name: string) => `\u2068${name.replace(/\s+/g, ' ').trim()}\u2069`

const texts = {
  en: {
    unnamed: 'Unnamed Agent',
    test: 'Test: ',
    subject: (agent: string) => `A visitor to the public page of ${agent} asks for a reply`,
    body: (agent: string) => `A visitor to the public page of ${agent} sent you their conversation.`,
    reply: (address: string) => `If you reply to this email, your reply goes to ${address}.`,
    link: `Read the conversation in Parlance. You need the permission UserConversationsRead. The link works for ${limits.escalationDays} days:`,
  },
  ar: {
    unnamed: 'وكيل بلا اسم',
    test: 'اختبار: ',
    subject: (agent: string) => `زائر لـ ${agent} ينتظر ردًّا`,
    body: (agent: string) => `أرسل إليك زائر للصفحة العامة للوكيل ${agent} محادثته.`,
    reply: (address: string) => `للإجابة، ردّ على هذه الرسالة. يصل ردّك إلى ${address}.`,
    link: `اقرأ المحادثة في Parlance. تحتاج إلى الإذن UserConversationsRead. يعمل الرابط لمدة ${limits.escalationDays} أيام:`,
  },
} as const

/** The email about a conversation that was sent. It holds nothing of the conversation, which only the link opens. */
export function emailOf(
  { agentName, replyTo, link, isTest }: Told,
  language: keyof typeof texts,
): Omit<MailMessage, 'to'> {
  const t = texts[language]
  const agent = named(agentName || t.unnamed)
  return {
    subject: `${isTest ? t.test : ''}${t.subject(agent)}`,
    text: [t.body(agent), t.reply(`\u2066${replyTo}\u2069`), `${t.link}\n${link}`].join('\n\n'),
    replyTo,
  }
}
