import { languageOf } from '../../../platform/language/languageOf.ts'
import type { CellOutcome } from '../../codeInterpreter/index.ts'

/** What the server itself writes among the output of code. */
export interface CodeTexts {
  running: string
  ran: string
  failed: string
  busy: string
  /** A request of a model that isn’t code. */
  refused: string
  /** The person has used up their time of this day. */
  timeUsed: string
  /** The process of earlier code has ended meanwhile. */
  isNew: string
  /** Why code was ended. */
  ends: Partial<Record<CellOutcome, string>>
}

const texts: Record<'en' | 'ar', CodeTexts> = {
  en: {
    running: 'Running code',
    ran: 'Ran code',
    failed: 'The code ended with an error',
    busy: 'No code was run because too much is running. Try again in a minute.',
    refused: 'A request to run code couldn’t be read',
    timeUsed:
      'You’ve reached your limit for running code today. You can run code again after midnight (UTC).',
    isNew: 'Variables of earlier questions are gone. Files are still there.',
    ends: {
      TimeLimit: 'The code took too long and was stopped.',
      TimeLost: 'The code took too long and was ended. Its variables are gone.',
      MemoryLost: 'The code used too much memory and was ended. Its variables are gone.',
      OutputLost: 'The code wrote too much and was ended. Its variables are gone.',
      Lost: 'The process that ran the code has ended. Its variables are gone.',
    },
  },
  ar: {
    running: 'جارٍ تشغيل الشيفرة',
    ran: 'شُغّلت الشيفرة',
    failed: 'انتهت الشيفرة بخطأ',
    busy: 'لم تُشغّل شيفرة لكثرة ما يعمل الآن. حاول مجددًا بعد دقيقة.',
    refused: 'تعذّرت قراءة طلب لتشغيل شيفرة',
    timeUsed:
      'استهلكت وقتك المخصص لتشغيل الشيفرة اليوم. يمكنك تشغيل الشيفرة مجددًا بعد منتصف الليل (بالتوقيت العالمي).',
    isNew: 'فُقدت متغيرات الأسئلة السابقة. ما زالت الملفات موجودة.',
    ends: {
      TimeLimit: 'استغرقت الشيفرة وقتًا طويلًا فأُوقفت.',
      TimeLost: 'استغرقت الشيفرة وقتًا طويلًا فأُنهيت. فُقدت متغيراتها.',
      MemoryLost: 'استخدمت الشيفرة ذاكرة كثيرة فأُنهيت. فُقدت متغيراتها.',
      OutputLost: 'كتبت الشيفرة الكثير فأُنهيت. فُقدت متغيراتها.',
      Lost: 'انتهت العملية التي شغّلت الشيفرة. فُقدت متغيراتها.',
    },
  },
}

/** Returns the texts in the language of the question. */
export function codeTextsFor(question: string): CodeTexts {
  return texts[languageOf(question) === 'ar' ? 'ar' : 'en']
}
