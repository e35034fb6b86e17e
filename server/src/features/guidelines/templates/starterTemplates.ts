import type { Sql } from '../../../platform/database/database.ts'
import { insertTemplate, type NewTemplate } from './store.ts'

const section = (heading: string, text: string) => ({ heading, text, isInstruction: false })
/** Instructions also enter the prompts of linked agents, so they address the model. */
const instruction = (heading: string, text: string) => ({ heading, text, isInstruction: true })

/** Starting points for administrators, who adapt them before they publish them. */
const templates: readonly NewTemplate[] = [
  {
    title: 'Acceptable use of AI assistants',
    description: 'What assistants are for, what is off limits, and who is responsible for the results.',
    language: 'en',
    sections: [
      section(
        'What this is about',
        'You can use AI assistants for your work: to draft and revise texts, to find answers in our documents, and to prepare decisions. These rules apply to every question you ask and to everything you do with an answer.',
      ),
      section(
        'You are responsible for the result',
        'Assistants make mistakes, and they can sound certain when they do.\n\n- Check facts, figures, quotations, and sources before you use them.\n- Don’t pass on an answer that you couldn’t explain yourself.\n- Decisions about people, contracts, and money are made by people, not by an assistant.',
      ),
      section(
        'What is off limits',
        'Don’t use assistants to\n\n- break the law, infringe copyrights, or get around security measures,\n- harass, deceive, or discriminate against anyone,\n- monitor or rate the behavior or performance of colleagues,\n- enter passwords, keys, or anything classified as secret.',
      ),
      section(
        'Say when AI was involved',
        'If a text, an image, or an analysis was largely created by an assistant, say so when you share it with customers, authorities, or the public.',
      ),
      section(
        'If something goes wrong',
        'Report wrong, offensive, or dangerous answers with the thumbs-down button. If confidential information went where it doesn’t belong, tell your supervisor and the security team right away.',
      ),
      instruction(
        'Acceptable use',
        'Refuse to help with anything illegal, with deceiving or harassing people, and with rating the behavior or performance of employees. Say briefly why, and suggest a permitted way if there is one. State when you are not sure.',
      ),
    ],
  },
  {
    title: 'Handling of personal data',
    description: 'Which personal data can be entered, what happens to it, and what rights people have.',
    language: 'en',
    sections: [
      section(
        'What personal data is',
        'Personal data is everything that relates to an identifiable person: names, email addresses, customer numbers, photos, applications, and also opinions about someone.',
      ),
      section(
        'What you can enter',
        '- Enter personal data only if your task requires it and you are allowed to process it.\n- Leave out or replace names and numbers that the answer doesn’t need.\n- Use only the assistants that were approved for this data.',
      ),
      section(
        'What you must not enter',
        'Don’t enter data about health, religion, political opinions, union membership, sexual orientation, or criminal offenses, unless the data protection officer has approved it for this assistant.',
      ),
      section(
        'What happens to your input',
        'Your conversations are stored on our systems until you or the retention period deletes them. Questions and the passages that belong to them are sent to the model provider that the administrators chose. Delete conversations that you no longer need.',
      ),
      section(
        'Rights of the people concerned',
        'People can ask what is stored about them and have it corrected or deleted. Pass such requests on to the data protection officer, even if they reach you in a conversation or an email. Report data breaches immediately, because we have 72 hours to notify the authority.',
      ),
      instruction(
        'Personal data',
        'Repeat personal data in an answer only as far as the task requires it. Don’t infer health, religion, political opinions, union membership, sexual orientation, or criminal offenses of a person, and don’t create profiles of people.',
      ),
    ],
  },
  {
    title: 'Works council notice',
    description: 'What is recorded about employees, who can see it, and what it isn’t used for.',
    language: 'en',
    sections: [
      section(
        'Why you see this notice',
        'The assistants were introduced with the participation of the works council. This notice sums up what the agreement means for you. The full agreement is available from the works council.',
      ),
      section(
        'What is recorded',
        'The system stores your conversations, when you signed in, and how much each assistant was used. Changes to settings are kept in an audit log. It records that you accepted this notice, with the time.',
      ),
      section(
        'Who can see it',
        'Only you can read your conversations. Administrators see usage as totals. If someone has to open a conversation of another person for a legal reason, this is recorded and that person is notified.',
      ),
      section(
        'No monitoring of performance or behavior',
        'Recorded data isn’t used to monitor or rate the performance or behavior of employees, and it isn’t a basis for measures under labor law. Findings that were obtained in violation of this can’t be used.',
      ),
      section(
        'Use is voluntary and can be learned',
        'No one is put at a disadvantage for not using an assistant, unless it is part of the agreed tasks. Training takes place during working hours.',
      ),
      section(
        'Questions and complaints',
        'Contact your supervisor, the works council, or the data protection officer. You can suggest changes to the agreement at any time.',
      ),
    ],
  },
  {
    title: 'الاستخدام المقبول للمساعدين الأذكياء',
    description: 'فيمَ يُستخدم المساعدون، وما هو محظور، ومن المسؤول عن النتائج.',
    language: 'ar',
    sections: [
      section(
        'موضوع هذه الإرشادات',
        'يمكنك استخدام المساعدين الأذكياء في عملك: لصياغة النصوص وتنقيحها، وللعثور على إجابات في مستنداتنا، وللتحضير للقرارات. تسري هذه القواعد على كل سؤال تطرحه وعلى كل ما تفعله بالإجابة.',
      ),
      section(
        'أنت مسؤول عن النتيجة',
        'يخطئ المساعدون، وقد تبدو إجاباتهم واثقة مع ذلك.\n\n- تحقّق من الحقائق والأرقام والاقتباسات والمصادر قبل استخدامها.\n- لا تنقل إجابة لا تستطيع شرحها بنفسك.\n- القرارات المتعلقة بالأشخاص والعقود والأموال يتخذها البشر لا المساعد.',
      ),
      section(
        'ما هو محظور',
        'لا تستخدم المساعدين من أجل:\n\n- مخالفة القانون أو انتهاك حقوق النشر أو الالتفاف على إجراءات الأمان،\n- مضايقة أي شخص أو خداعه أو التمييز ضده،\n- مراقبة سلوك الزملاء أو أدائهم أو تقييمهما،\n- إدخال كلمات المرور أو المفاتيح أو أي معلومات مصنّفة سرّية.',
      ),
      section(
        'أفصِح عن استخدام الذكاء الاصطناعي',
        'إذا أنشأ المساعد الجزء الأكبر من نص أو صورة أو تحليل، فاذكر ذلك عند مشاركته مع العملاء أو الجهات الرسمية أو الجمهور.',
      ),
      section(
        'عند حدوث مشكلة',
        'أبلغ عن الإجابات الخاطئة أو المسيئة أو الخطيرة بزر عدم الإعجاب. وإذا وصلت معلومات سرّية إلى غير مكانها، فأبلغ مديرك وفريق الأمان فورًا.',
      ),
      instruction(
        'الاستخدام المقبول',
        'ارفض المساعدة في أي شيء غير قانوني، وفي خداع الناس أو مضايقتهم، وفي تقييم سلوك الموظفين أو أدائهم. اذكر السبب بإيجاز، واقترح طريقة مسموحة إن وُجدت. وصرّح بذلك عندما لا تكون متأكدًا.',
      ),
    ],
  },
  {
    title: 'التعامل مع البيانات الشخصية',
    description: 'ما البيانات الشخصية التي يمكن إدخالها، وما الذي يحدث لها، وما حقوق أصحابها.',
    language: 'ar',
    sections: [
      section(
        'ما هي البيانات الشخصية',
        'البيانات الشخصية هي كل ما يتعلق بشخص يمكن تحديد هويته: الأسماء وعناوين البريد الإلكتروني وأرقام العملاء والصور وطلبات التوظيف، وكذلك الآراء المتعلقة بشخص ما.',
      ),
      section(
        'ما يمكنك إدخاله',
        '- لا تُدخل بيانات شخصية إلا إذا تطلّبتها مهمتك وكان مسموحًا لك بمعالجتها.\n- احذف الأسماء والأرقام التي لا تحتاج إليها الإجابة أو استبدلها.\n- استخدم فقط المساعدين المعتمدين لهذه البيانات.',
      ),
      section(
        'ما لا يجوز إدخاله',
        'لا تُدخل بيانات عن الصحة أو الدين أو الآراء السياسية أو العضوية النقابية أو الميول الجنسية أو الجرائم، ما لم يوافق مسؤول حماية البيانات على ذلك لهذا المساعد.',
      ),
      section(
        'ما الذي يحدث لما تُدخله',
        'تُخزَّن محادثاتك في أنظمتنا إلى أن تحذفها أنت أو تنتهي مدة الاحتفاظ بها. وتُرسل الأسئلة والمقاطع المرتبطة بها إلى مزوّد النموذج الذي اختاره المسؤولون. احذف المحادثات التي لم تعد بحاجة إليها.',
      ),
      section(
        'حقوق أصحاب البيانات',
        'يحق للأشخاص أن يسألوا عمّا هو مخزَّن عنهم وأن يطلبوا تصحيحه أو حذفه. أحِل هذه الطلبات إلى مسؤول حماية البيانات، حتى إن وصلتك في محادثة أو رسالة. وأبلغ عن تسرّب البيانات فورًا، فأمامنا 72 ساعة لإبلاغ الجهة المختصة.',
      ),
      instruction(
        'البيانات الشخصية',
        'لا تكرّر البيانات الشخصية في الإجابة إلا بقدر ما تتطلبه المهمة. ولا تستنتج معلومات عن صحة شخص أو دينه أو آرائه السياسية أو عضويته النقابية أو ميوله الجنسية أو جرائمه، ولا تنشئ ملفات تعريف عن الأشخاص.',
      ),
    ],
  },
  {
    title: 'إشعار مجلس العمال',
    description: 'ما يُسجَّل عن الموظفين، ومن يستطيع رؤيته، وما لا يُستخدم من أجله.',
    language: 'ar',
    sections: [
      section(
        'لماذا ترى هذا الإشعار',
        'أُدخل المساعدون بمشاركة مجلس العمال. يلخّص هذا الإشعار ما تعنيه الاتفاقية لك. ويمكنك الحصول على الاتفاقية الكاملة من مجلس العمال.',
      ),
      section(
        'ما يُسجَّل',
        'يخزّن النظام محادثاتك وأوقات تسجيل دخولك ومقدار استخدام كل مساعد. وتُحفظ تغييرات الإعدادات في سجل التدقيق. ويُسجَّل أنك وافقت على هذا الإشعار مع وقت الموافقة.',
      ),
      section(
        'من يستطيع رؤيته',
        'أنت وحدك تستطيع قراءة محادثاتك. ويرى المسؤولون الاستخدام كأرقام إجمالية. وإذا اضطر أحد إلى فتح محادثة شخص آخر لسبب قانوني، فيُسجَّل ذلك ويُخطَر ذلك الشخص.',
      ),
      section(
        'لا مراقبة للأداء أو السلوك',
        'لا تُستخدم البيانات المسجَّلة لمراقبة أداء الموظفين أو سلوكهم أو تقييمهما، ولا تكون أساسًا لإجراءات بموجب قانون العمل. ولا يجوز استخدام نتائج تم التوصل إليها خلافًا لذلك.',
      ),
      section(
        'الاستخدام طوعي ويمكن تعلّمه',
        'لا يتضرر أحد من عدم استخدام المساعد، ما لم يكن جزءًا من المهام المتفق عليها. ويجري التدريب خلال ساعات العمل.',
      ),
      section(
        'الأسئلة والشكاوى',
        'تواصل مع مديرك أو مجلس العمال أو مسؤول حماية البيانات. ويمكنك اقتراح تغييرات على الاتفاقية في أي وقت.',
      ),
    ],
  },
]

export async function insertStarterTemplates(tx: Sql): Promise<void> {
  for (const template of templates) await insertTemplate(tx, template)
}
