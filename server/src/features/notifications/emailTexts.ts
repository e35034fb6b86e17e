import { limits } from '@parlance/contract/limits'
import type { NotificationKind, NotificationParams } from '@parlance/contract/notifications'

/** The texts of emails about notifications, in one language. */
export interface EmailTexts {
  /** The subject of an email about several. */
  several(count: number): string
  /** What the link below a text does. */
  open: string
  /** Stands for the name of an agent without one. */
  unnamedAgent: string
  /** How to get fewer emails. The link to the product stands behind it. */
  why: string
  of: { [K in NotificationKind]: (params: NotificationParams[K]) => string }
}

const en: EmailTexts = {
  unnamedAgent: 'Unnamed Agent',
  several: (count) => `${count} notifications`,
  open: 'Open',
  why: 'You chose to get these notifications by email. To change that, open Notifications in',
  of: {
    AgentShared: ({ agentName, personName, right }) =>
      right === 'Edit'
        ? `${personName} shared the agent “${agentName || en.unnamedAgent}” with you for editing.`
        : `${personName} shared the agent “${agentName || en.unnamedAgent}” with you.`,
    AgentTransferred: ({ agentName, personName }) =>
      `${personName} made you the owner of the agent “${agentName || en.unnamedAgent}”.`,
    ImportEnded: ({ fileName, conversations, failed }) =>
      failed
        ? `The import of “${fileName}” failed.`
        : `The import of “${fileName}” is complete. Conversations imported: ${conversations}.`,
    FilesFailed: ({ libraryName, files }) =>
      files === 1
        ? `A file you added to the library “${libraryName}” couldn’t be read.`
        : `${files} files you added to the library “${libraryName}” couldn’t be read.`,
    GuidelinesReminder: ({ title }) => `Read and accept the guidelines “${title}”.`,
    BudgetUsed({ subject, name, state }) {
      const kind = { Brand: 'brand', Agent: 'agent', Group: 'group' }[subject]
      const shown = subject === 'Agent' ? name || en.unnamedAgent : name
      const whose = shown === '' ? 'A directory group' : `The ${kind} “${shown}”`
      return state === 'Used'
        ? `${whose} has used up its budget for this month. Its questions are rejected.`
        : `${whose} has used at least 80% of its budget for this month.`
    },
    ConversationsRead: ({ personName, reason }) =>
      `${personName} can read your conversations for ${limits.conversationReadMinutes} minutes. Reason: ${reason}`,
    ReadWaits: ({ readerName, personName, reason, ofVisitor }) =>
      `${readerName} asks for your approval to read the conversations of ${whose(personName, ofVisitor)}. Reason: ${reason}`,
    ReadApproved: ({ personName, ofVisitor }) =>
      `Your request was approved. You can read the conversations of ${whose(personName, ofVisitor)} for ${limits.conversationReadMinutes} minutes from then on.`,
    DataExportEnded: ({ personName, failed }) => {
      const whose = personName === '' ? 'your personal data' : `the personal data of ${personName}`
      return failed ? `The export of ${whose} failed.` : `The export of ${whose} is ready.`
    },
    DataExportRequested: ({ personName, reason }) =>
      `${personName} requested an export of your personal data. Reason: ${reason}`,
    DataExportWaits: ({ requesterName, personName, reason }) =>
      `${requesterName} asks for your approval to download the personal data of ${personName}. Reason: ${reason}`,
    DataExportApproved: ({ personName }) =>
      `Your request was approved. You can download the personal data of ${personName} as soon as it’s ready.`,
    PublishWaits: ({ requesterName, agentName, number, note }) =>
      `${requesterName} asks for your approval to publish version ${number} of the agent “${agentName || en.unnamedAgent}”.${note && ` ${note}`}`,
    PublishDecided: ({ agentName, number, approved, note }) =>
      `Version ${number} of the agent “${agentName || en.unnamedAgent}” was ${approved ? 'approved and published' : 'not approved'}.${note && ` ${note}`}`,
    ScheduledRunEnded: ({ agentName, testName, number, state, score, minimum, criticalFailures }) => {
      const agent = `the agent “${agentName || en.unnamedAgent}”`
      const run = `The scheduled run of the test “${testName}” with version ${number} of ${agent}`
      return {
        Low: `${run} scored ${score}%. At least ${minimum}% is needed.`,
        Critical: `${run} has failing critical cases: ${criticalFailures}.`,
        Failed: `${run} failed.`,
        Stopped: `${run} stopped early, before all cases were answered.`,
        Passed: `${run} passed again with ${score}%.`,
      }[state]
    },
    DocumentRequested: ({ agentName, question, note }) =>
      `A document is missing: the agent “${agentName || en.unnamedAgent}” couldn’t answer “${question}”.${note && ` ${note}`}`,
  },
}

/** Names can be in either direction, so each is isolated from the text around it. */
const isolated = (name: string) => `\u2068${name}\u2069`

const ar: EmailTexts = {
  unnamedAgent: 'وكيل بلا اسم',
  several: (count) => `إشعارات جديدة: ${count}`,
  open: 'فتح',
  why: 'اخترت تلقّي هذه الإشعارات بالبريد الإلكتروني. لتغيير ذلك، افتح «الإشعارات» في',
  of: {
    AgentShared: ({ agentName, personName, right }) =>
      right === 'Edit'
        ? `شارك ${isolated(personName)} الوكيل «${isolated(agentName || ar.unnamedAgent)}» معك لتعديله.`
        : `شارك ${isolated(personName)} الوكيل «${isolated(agentName || ar.unnamedAgent)}» معك.`,
    AgentTransferred: ({ agentName, personName }) =>
      `نقل إليك ${isolated(personName)} ملكية الوكيل «${isolated(agentName || ar.unnamedAgent)}».`,
    ImportEnded: ({ fileName, conversations, failed }) =>
      failed
        ? `فشل استيراد «${isolated(fileName)}».`
        : `اكتمل استيراد «${isolated(fileName)}». عدد المحادثات المستوردة: ${conversations}.`,
    FilesFailed: ({ libraryName, files }) =>
      `تعذّرت قراءة ملفات أضفتها إلى المكتبة «${isolated(libraryName)}»: ${files}.`,
    GuidelinesReminder: ({ title }) => `اقرأ الإرشادات «${isolated(title)}» ووافق عليها.`,
    BudgetUsed({ subject, name, state }) {
      const kind = { Brand: 'العلامة التجارية', Agent: 'الوكيل', Group: 'المجموعة' }[subject]
      const shown = subject === 'Agent' ? name || ar.unnamedAgent : name
      const whose = shown === '' ? 'إحدى مجموعات الدليل' : `${kind} «${isolated(shown)}»`
      return state === 'Used'
        ? `نفدت ميزانية ${whose} لهذا الشهر، وتُرفض الأسئلة التي تُحتسب عليها.`
        : `استُخدم 80% على الأقل من ميزانية ${whose} لهذا الشهر.`
    },
    ConversationsRead: ({ personName, reason }) =>
      `يستطيع ${isolated(personName)} قراءة محادثاتك لمدة ${limits.conversationReadMinutes} دقيقة. السبب: ${isolated(reason)}`,
    ReadWaits: ({ readerName, personName, reason, ofVisitor }) =>
      `يطلب ${isolated(readerName)} موافقتك على قراءة محادثات ${whoseInArabic(personName, ofVisitor)}. السبب: ${isolated(reason)}`,
    ReadApproved: ({ personName, ofVisitor }) =>
      `تمت الموافقة على طلبك. يمكنك قراءة محادثات ${whoseInArabic(personName, ofVisitor)} لمدة ${limits.conversationReadMinutes} دقيقة من وقت الموافقة.`,
    DataExportEnded: ({ personName, failed }) => {
      const whose =
        personName === '' ? 'بياناتك الشخصية' : `البيانات الشخصية للمستخدم ${isolated(personName)}`
      return failed ? `فشل تصدير ${whose}.` : `أصبح تصدير ${whose} جاهزًا.`
    },
    DataExportRequested: ({ personName, reason }) =>
      `طلب ${isolated(personName)} تصدير بياناتك الشخصية. السبب: ${isolated(reason)}`,
    DataExportWaits: ({ requesterName, personName, reason }) =>
      `يطلب ${isolated(requesterName)} موافقتك على تنزيل البيانات الشخصية للمستخدم ${isolated(personName)}. السبب: ${isolated(reason)}`,
    DataExportApproved: ({ personName }) =>
      `تمت الموافقة على طلبك. يمكنك تنزيل البيانات الشخصية للمستخدم ${isolated(personName)} عندما تصبح جاهزة.`,
    PublishWaits: ({ requesterName, agentName, number, note }) =>
      `يطلب ${isolated(requesterName)} موافقتك على نشر الإصدار ${number} من الوكيل «${isolated(agentName || ar.unnamedAgent)}».${note && ` ${isolated(note)}`}`,
    PublishDecided: ({ agentName, number, approved, note }) =>
      `${approved ? 'تمت الموافقة على الإصدار' : 'لم تتم الموافقة على الإصدار'} ${number} من الوكيل «${isolated(agentName || ar.unnamedAgent)}»${approved ? ' ونُشر' : ''}.${note && ` ${isolated(note)}`}`,
    ScheduledRunEnded: ({ agentName, testName, number, state, score, minimum, criticalFailures }) => {
      const agent = `الوكيل «${isolated(agentName || ar.unnamedAgent)}»`
      const run = `التشغيل المجدول للاختبار «${isolated(testName)}» مع الإصدار ${number} من ${agent}`
      return {
        Low: `${run} حصل على ${score}%، والمطلوب ${minimum}% على الأقل.`,
        Critical: `${run} فيه حالات حرجة فاشلة، وعددها ${criticalFailures}.`,
        Failed: `${run} فشل.`,
        Stopped: `${run} توقف مبكرًا قبل الإجابة عن كل الحالات.`,
        Passed: `${run} نجح من جديد بنتيجة ${score}%.`,
      }[state]
    },
    DocumentRequested: ({ agentName, question, note }) =>
      `هناك مستند ناقص: لم يستطع الوكيل «${isolated(agentName || ar.unnamedAgent)}» الإجابة عن «${isolated(question)}».${note && ` ${isolated(note)}`}`,
  },
}

export const emailTexts: Record<'en' | 'ar', EmailTexts> = { en, ar }

/** Visitors have no name, so the agent’s name is used. */
const whose = (name: string, ofVisitor = false) =>
  ofVisitor ? `a visitor of ${name || en.unnamedAgent}` : name
const whoseInArabic = (name: string, ofVisitor = false) =>
  ofVisitor ? `زائر للوكيل ${isolated(name || ar.unnamedAgent)}` : isolated(name)
