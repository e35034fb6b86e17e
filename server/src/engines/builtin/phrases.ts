/** The engine's own phrases around its quotes. */
export interface Phrases {
  /** Above a quote that answers the question. */
  extracts: string
  /** Above one that may not. */
  closest: string
  /** Before the numbers of further quotes. */
  others: string
  nothing: string
  noLibraries: string
  noDocuments: string
  /** The same about pages of the web. */
  web: Pick<Phrases, 'extracts' | 'closest' | 'nothing' | 'noDocuments' | 'noLibraries'>
}

const english: Phrases = {
  extracts: 'The documents say this. It’s a quote, and no language model wrote it.',
  closest:
    'I’m not sure that the documents answer this. The closest passage says this. It’s a quote, and no language model wrote it.',
  others: 'Also found:',
  nothing:
    'I found nothing about this in the documents. Try other words, or add a document about it to the file library.',
  noLibraries:
    'I have no documents to answer from, and no language model is connected. Link a file library to this agent, or choose a model provider in its configuration.',
  noDocuments:
    'There are no documents to answer from yet. Add one to this agent’s file library under Management, File Libraries. You can ask about it as soon as it’s ready.',
  web: {
    extracts: 'A page of the web says this. It’s a quote, and no language model wrote it.',
    closest:
      'I’m not sure that the web pages I found answer this. The closest passage says this. It’s a quote, and no language model wrote it.',
    nothing: 'I found nothing about this on the web. Try other words.',
    noDocuments: 'I found nothing about this on the web. Try other words.',
    noLibraries: 'The search provider didn’t answer. Try again in a few minutes.',
  },
}

const arabic: Phrases = {
  extracts: 'تقول المستندات ما يلي. إنه اقتباس لم يكتبه نموذج لغوي.',
  closest: 'لست متأكدًا من أن المستندات تجيب عن هذا. يقول أقرب مقطع ما يلي. إنه اقتباس لم يكتبه نموذج لغوي.',
  others: 'وجدت أيضًا:',
  nothing: 'لم أجد شيئًا عن هذا في المستندات. اسأل بكلمات أخرى، أو أضف مستندًا عنه إلى مكتبة الملفات.',
  noLibraries:
    'ليس لدي مستندات أجيب منها، وما من نموذج لغوي متصل. اربط مكتبة ملفات بهذا الوكيل، أو اختر مزوّد نماذج في إعداداته.',
  noDocuments:
    'لا يوجد بعد مستند يمكنني الإجابة منه. أضف مستندًا إلى مكتبة ملفات هذا الوكيل ضمن «الإدارة»، «مكتبات الملفات»؛ ويمكن السؤال عنه حالما يصبح جاهزًا.',
  web: {
    extracts: 'تقول صفحة من الويب ما يلي. إنه اقتباس لم يكتبه نموذج لغوي.',
    closest:
      'لست متأكدًا من أن صفحات الويب التي وجدتها تجيب عن هذا. يقول أقرب مقطع ما يلي. إنه اقتباس لم يكتبه نموذج لغوي.',
    nothing: 'لم أجد شيئًا عن هذا في الويب. اسأل بكلمات أخرى.',
    noDocuments: 'لم أجد شيئًا عن هذا في الويب. اسأل بكلمات أخرى.',
    noLibraries: 'لم يستجب مزوّد البحث. حاول مرة أخرى بعد دقائق.',
  },
}

/** What visitors read instead, who can't change what the agent answers from. */
const forVisitors = {
  english: {
    nothing: 'I found nothing about this in the documents. Try other words.',
    unable: 'I have no documents to answer from at the moment. Try again later.',
  },
  arabic: {
    nothing: 'لم أجد شيئًا عن هذا في المستندات. اسأل بكلمات أخرى.',
    unable: 'ليست لدي الآن مستندات أجيب منها. حاول مرة أخرى لاحقًا.',
  },
}

/** Returns the engine's phrases in the language of the question, for users or for visitors of a public page. */
export function phrasesFor(question: string, isVisitor: boolean): Phrases {
  const arabicLetters = question.match(/\p{Script=Arabic}/gu)?.length ?? 0
  const latinLetters = question.match(/\p{Script=Latin}/gu)?.length ?? 0
  const language = arabicLetters > latinLetters ? 'arabic' : 'english'
  const phrases = { arabic, english }[language]
  if (!isVisitor) return phrases
  const { nothing, unable } = forVisitors[language]
  return { ...phrases, nothing, noLibraries: unable, noDocuments: unable }
}
