import type { ErrorCode } from '@parlance/contract/errors'
import { languageOf } from '../../../platform/language/languageOf.ts'
import type { Decision } from '../approvals/store.ts'

/** The texts that the server itself writes in an answer and its steps. */
export interface AnswerTexts {
  searching: string
  searched(passages: number): string
  searchingFor(query: string): string
  searchedFor(query: string, passages: number): string
  /** A tool call that could not be parsed or run. */
  searchRefused: string
  /** An image that is being made or edited. */
  drawing: string
  drew(images: number): string
  /** The provider’s content filter refused it. */
  imageRefused: string
  notDrawn: string
  /** A document that a model writes, changes, or reads. */
  writingDocument(title: string): string
  wroteDocument(title: string): string
  editingDocument: string
  editedDocument(title: string): string
  readingDocument: string
  readDocument(title: string): string
  documentNotWritten: string
  /** A search in the web, by its query. */
  searchingWeb(query: string): string
  /** While the person is asked whether a query can be sent to this provider. */
  askingWeb(recipient: string): string
  webDeclined(decision: Exclude<Decision, 'Approved'>): string
  searchedWeb(query: string, pages: number): string
  webNotSearched: string
  /** Storing something about the person. The text itself isn’t part of the steps. */
  remembering: string
  remembered: string
  askingToRemember: string
  rememberDeclined(decision: Exclude<Decision, 'Approved'>): string
  notRemembered: string
  /** A query over tables, by the name of the first file. */
  querying(fileName: string): string
  queried(fileName: string, rows: number): string
  /** The model asked what the tables of a file are. */
  sawTables(fileName: string): string
  queryRefused: string
  /** The question as it is searched, if that differs. */
  searchedAs(question: string): string
  reading(fileName: string): string
  read(fileName: string): string
  readWhole(fileName: string): string
  /** A part of a file, with its first and last page if it has pages. */
  readPart(fileName: string, first: number | null, last: number | null): string
  /** A file that is read in parts, while and after that. */
  readingParts(what: string, read: number, parts: number): string
  readParts(what: string, read: number, parts: number): string
  /** How much text there is to read. */
  pages(pages: number): string
  passages(passages: number): string
  unread(fileName: string, reason: string | null): string
  stillReading(fileName: string): string
  notSearched(fileName: string): string
  /** Libraries whose own index can't be reached. */
  unsearched(libraries: number): string
  /** The conversation has images, but the model reads only text. */
  notSeen: string
  /** The conversation has images, but model providers get no personal data. */
  notSent: string
  /** The conversation has images, but the agent answers from its tools alone. */
  notSeenByRule: string
  /** The previously chosen deployment is no longer offered. */
  deploymentLost(name: string): string
  /** Some images exceeded the limit or were lost. */
  imagesLeftOut(images: number): string
  summarised(turns: number): string
  leftOut(turns: number): string
  cutByLength: string
  /** Null: other answers must end first. */
  waiting(seconds: number | null): string
  waited: string
  /** The answer is complete, but its end can't be stored. */
  unstored: string
  thinking: string
  thought: string
  /** The fixed refusal of an agent that can answer only from its sources. */
  nothingFound: string
  /** The model kept searching and wrote nothing. */
  onlySearched: string
  reasons: Partial<Record<ErrorCode, string>>
}

const texts: Record<'en' | 'ar', AnswerTexts> = {
  en: {
    searching: 'Searching the libraries',
    searched: (passages) => `Searched the libraries, ${passagesFound(passages)}`,
    searchingFor: (query) => `Searching for “${query}”`,
    searchedFor: (query, passages) => `Searched for “${query}”, ${passagesFound(passages)}`,
    searchRefused: 'A request for files couldn’t be read',
    drawing: 'Creating an image',
    drew: (images) => (images === 1 ? 'Created an image' : `Created ${images} images`),
    imageRefused: 'The provider’s content filter refused the image',
    notDrawn: 'No image was created',
    writingDocument: (title) => `Writing “${title}”`,
    wroteDocument: (title) => `Wrote “${title}”`,
    editingDocument: 'Editing a document',
    editedDocument: (title) => `Edited “${title}”`,
    readingDocument: 'Reading a document',
    readDocument: (title) => `Read “${title}”`,
    documentNotWritten: 'No document was changed',
    askingWeb: (recipient) => `Waiting for your approval to search the web with ${recipient}`,
    webDeclined: (decision) =>
      decision === 'Declined'
        ? 'You didn’t allow the web search'
        : 'The web wasn’t searched because no one approved it in time',
    searchingWeb: (query) => `Searching the web for “${query}”`,
    searchedWeb: (query, pages) =>
      `Searched the web for “${query}”, ${pages === 1 ? '1 page found' : `${pages} pages found`}`,
    webNotSearched: 'The web wasn’t searched',
    remembering: 'Remembering something about you',
    remembered: 'Remembered something about you',
    askingToRemember: 'Waiting for your approval to remember something',
    rememberDeclined: (decision) =>
      decision === 'Declined'
        ? 'You didn’t allow this to be remembered'
        : 'Nothing was remembered because no one approved it in time',
    notRemembered: 'Nothing was remembered',
    querying: (fileName) => `Querying ${fileName}`,
    queried: (fileName, rows) => `Queried ${fileName}, ${rows === 1 ? '1 row' : `${rows} rows`} returned`,
    sawTables: (fileName) => `Read the columns of ${fileName}`,
    queryRefused: 'A query over a table couldn’t be run',
    searchedAs: (question) => `Searching for: ${question}`,
    reading: (fileName) => `Reading ${fileName}`,
    read: (fileName) => `Read ${fileName}`,
    readWhole: (fileName) => `Read ${fileName} in full`,
    readPart: (fileName, first, last) =>
      first === null || last === null
        ? `Read a part of ${fileName}`
        : first === last
          ? `Read ${fileName}, page ${first}`
          : `Read ${fileName}, pages ${first}–${last}`,
    readingParts: (what, read, parts) => `Reading ${what} in ${partsOf(parts)}, ${read} done`,
    readParts: (what, read, parts) =>
      read < parts
        ? `Read ${read} of ${partsOf(parts)} of ${what}. The model couldn’t read the others`
        : `Read ${what} in ${partsOf(parts)}`,
    pages: (pages) => (pages === 1 ? '1 page' : `${pages} pages`),
    passages: (passages) => (passages === 1 ? '1 passage' : `${passages} passages`),
    unread: (fileName, reason) => `${fileName} couldn’t be read${reason ? `: ${reason}` : ''}`,
    stillReading: (fileName) => `${fileName} is still being processed and isn’t used in this answer`,
    notSearched: (fileName) => `${fileName} wasn’t searched because this agent doesn’t search files`,
    unsearched: (libraries) =>
      libraries === 1
        ? 'One library couldn’t be searched because its index can’t be reached'
        : `${libraries} libraries couldn’t be searched because their indexes can’t be reached`,
    notSeen: 'The images were ignored because this agent’s model reads only text',
    notSent:
      'The images weren’t sent because personal data in images can’t be hidden from the model’s provider',
    notSeenByRule: 'The images were ignored because this agent answers only from what its tools return',
    deploymentLost: (name) =>
      `The model you chose, ${name}, is no longer available. The agent’s default model answers`,
    imagesLeftOut: (images) => `Images not sent to the model: ${images}`,
    summarised: (turns) => `Earlier messages summarized: ${turns}`,
    leftOut: (turns) => `Earlier messages left out: ${turns}`,
    cutByLength: 'The answer was cut off at this agent’s maximum length',
    waiting: (seconds) =>
      seconds === null
        ? 'The language model is busy with other questions. Yours is in the queue'
        : `The language model is busy. Trying again in ${seconds} s`,
    waited: 'Waited for the language model',
    unstored:
      'Waiting to store the answer. The server’s storage is full, or its database is unavailable. If this takes long, ask an administrator',
    thinking: 'Thinking',
    thought: 'Thought',
    nothingFound:
      'I found nothing about this in the linked libraries. Try other words, or add a document that covers it.',
    onlySearched:
      'The language model searched but didn’t reach an answer. Ask again, or split your question.',
    reasons: {
      'file.encrypted': 'it’s password-protected',
      'file.scanned':
        'it contains only images of pages, without text. Run text recognition (OCR) on it and attach it again',
      'file.broken': 'it’s damaged',
      'file.unpacksTooLarge': 'it’s too large when unpacked',
      'file.noText': 'it contains no text',
      'file.tooHard': 'reading it took too much time or memory',
      'file.kind': 'this file type isn’t supported',
    },
  },
  ar: {
    searching: 'جارٍ البحث في المكتبات',
    searched: (passages) => `تم البحث في المكتبات، عدد المقاطع التي عُثر عليها: ${passages}`,
    searchingFor: (query) => `جارٍ البحث عن «${query}»`,
    searchedFor: (query, passages) => `تم البحث عن «${query}»، عدد المقاطع التي عُثر عليها: ${passages}`,
    searchRefused: 'تعذّرت قراءة طلب للملفات',
    writingDocument: (title) => `جارٍ كتابة «${title}»`,
    wroteDocument: (title) => `كُتب «${title}»`,
    editingDocument: 'جارٍ تحرير مستند',
    editedDocument: (title) => `حُرّر «${title}»`,
    readingDocument: 'جارٍ قراءة مستند',
    readDocument: (title) => `قُرئ «${title}»`,
    documentNotWritten: 'لم يُغيَّر أي مستند',
    drawing: 'جارٍ إنشاء صورة',
    drew: (images) => (images === 1 ? 'أُنشئت صورة' : `عدد الصور التي أُنشئت: ${images}`),
    imageRefused: 'رفض مرشّح المحتوى لدى المزوّد الصورة',
    notDrawn: 'لم تُنشأ صورة',
    askingWeb: (recipient) => `بانتظار موافقتك على بحث في الويب عبر ${recipient}`,
    webDeclined: (decision) =>
      decision === 'Declined' ? 'لم تسمح بالبحث في الويب' : 'لم يُبحث في الويب لأنه لم يُجب عن طلب الموافقة',
    searchingWeb: (query) => `جارٍ البحث في الويب عن «${query}»`,
    searchedWeb: (query, pages) => `تم البحث في الويب عن «${query}»، عدد الصفحات التي عُثر عليها: ${pages}`,
    webNotSearched: 'لم يُبحث في الويب',
    remembering: 'جارٍ حفظ معلومة عنك في الذاكرة',
    remembered: 'حُفظت معلومة عنك في الذاكرة',
    askingToRemember: 'بانتظار موافقتك على حفظ معلومة في الذاكرة',
    rememberDeclined: (decision) =>
      decision === 'Declined'
        ? 'لم تسمح بحفظ هذه المعلومة في الذاكرة'
        : 'لم يُحفظ شيء في الذاكرة لأنه لم يُجب عن طلب الموافقة',
    notRemembered: 'لم يُحفظ شيء في الذاكرة',
    querying: (fileName) => `جارٍ الاستعلام من ${fileName}`,
    queried: (fileName, rows) => `تم الاستعلام من ${fileName}، عدد الصفوف المُعادة: ${rows}`,
    sawTables: (fileName) => `تمت قراءة أعمدة ${fileName}`,
    queryRefused: 'تعذّر تنفيذ استعلام من جدول',
    searchedAs: (question) => `البحث عن: ${question}`,
    reading: (fileName) => `جارٍ قراءة ${fileName}`,
    read: (fileName) => `تمت قراءة ${fileName}`,
    readWhole: (fileName) => `تمت قراءة ${fileName} كاملًا`,
    readPart: (fileName, first, last) =>
      first === null || last === null
        ? `تمت قراءة جزء من ${fileName}`
        : first === last
          ? `تمت قراءة الصفحة ${first} من ${fileName}`
          : `تمت قراءة الصفحات ${first}–${last} من ${fileName}`,
    readingParts: (what, read, parts) => `جارٍ قراءة ${what} على أجزاء، اكتمل ${read} من ${parts}`,
    readParts: (what, read, parts) =>
      read < parts
        ? `قُرئ ${read} من ${parts} من أجزاء ${what}؛ تعذّرت على النموذج قراءة الباقي`
        : `تمت قراءة ${what}، عدد الأجزاء: ${parts}`,
    pages: (pages) => `الصفحات (${pages})`,
    passages: (passages) => `المقاطع (${passages})`,
    unread: (fileName, reason) => `تعذّرت قراءة ${fileName}${reason ? `: ${reason}` : ''}`,
    stillReading: (fileName) => `ما زالت قراءة ${fileName} جارية؛ تُكتب هذه الإجابة من دونه`,
    notSearched: (fileName) => `لم يُبحث في ${fileName}: هذا الوكيل لا يبحث في الملفات`,
    unsearched: (libraries) =>
      `عدد المكتبات التي تعذّر البحث فيها لأنه لا يمكن الوصول إلى فهارسها: ${libraries}`,
    notSeen: 'لم يُنظر في الصور: نموذج هذا الوكيل يقرأ النصوص وحدها',
    notSent: 'لم تُرسل الصور لأنه لا يمكن إخفاء البيانات الشخصية في الصور عن مزوّد النموذج',
    notSeenByRule: 'لم يُنظر في الصور: يجيب هذا الوكيل مما تعيده أدواته فقط',
    deploymentLost: (name) => `لم يعد النموذج الذي اخترته، ${name}، متاحًا: يجيب نموذج الوكيل نفسه`,
    imagesLeftOut: (images) => `عدد الصور التي لم تُعرض على النموذج: ${images}`,
    summarised: (turns) => `عدد الرسائل السابقة التي لُخّصت: ${turns}`,
    leftOut: (turns) => `عدد الرسائل السابقة التي تُركت: ${turns}`,
    cutByLength: 'بلغت الإجابة أقصى طول يسمح به هذا الوكيل وتوقفت عنده',
    waiting: (seconds) =>
      seconds === null
        ? 'النموذج اللغوي مشغول بأسئلة أخرى؛ سؤالك في الانتظار'
        : `النموذج اللغوي مشغول؛ ستُعاد المحاولة بعد ${seconds} ث`,
    waited: 'تم انتظار النموذج اللغوي',
    unstored:
      'بانتظار تخزين الإجابة: مساحة تخزين الخادم ممتلئة أو قاعدة بياناته غير متاحة؛ إن طال ذلك فاسأل مسؤول النظام',
    thinking: 'يفكّر',
    thought: 'فكّر',
    nothingFound:
      'لم أجد في المكتبات المرتبطة ما يجيب عن هذا السؤال. جرّب صياغة أخرى أو أضف مستندًا يتناول الموضوع.',
    onlySearched: 'بحث النموذج اللغوي ولم يصل إلى إجابة. أعد السؤال، أو اسأل عن أقل في المرة الواحدة.',
    reasons: {
      'file.encrypted': 'الملف محمي بكلمة مرور',
      'file.scanned': 'يحتوي صور صفحات ولا يحتوي نصًا. طبّق عليه التعرّف الضوئي على الحروف (OCR) وأرفقه من جديد',
      'file.broken': 'الملف تالف',
      'file.unpacksTooLarge': 'يصبح بعد فك ضغطه أكبر مما يمكن قراءته بأمان',
      'file.noText': 'لا يحتوي نصًا',
      'file.tooHard': 'استغرقت قراءته وقتًا أو ذاكرة أكثر من اللازم',
      'file.kind': 'لا يمكن قراءة ملفات من هذا النوع',
    },
  },
}

const partsOf = (parts: number) => (parts === 1 ? '1 part' : `${parts} parts`)

function passagesFound(passages: number): string {
  return passages === 1 ? '1 passage found' : `${passages} passages found`
}

/** Returns the texts in the language of the question. */
export function answerTextsFor(question: string): AnswerTexts {
  return texts[languageOf(question) === 'ar' ? 'ar' : 'en']
}
