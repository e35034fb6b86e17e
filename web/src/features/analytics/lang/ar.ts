import type { Translation } from '../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> = {
  title: 'لوحة المعلومات',
  intro: 'كيف يُستخدم النظام وما يحتويه.',
  lately: 'آخر 7 أيام',
  questions: 'الأسئلة',
  conversations: 'المحادثات',
  people: 'الأشخاص النشطون',
  failed: 'الإجابات الفاشلة',
  lastDay: '{{number}} في آخر 24 ساعة',
  ofPeople: 'من أصل {{number}} سجّلوا الدخول',
  ofQuestions: '{{share}} من جميع الأسئلة',
  noQuestions: 'لا أسئلة',
  stock: 'الإجمالي',
  agents: 'الوكلاء المنشورون',
  toAgents: 'عرض جميع الوكلاء',
  libraries: 'مكتبات الملفات',
  toLibraries: 'فتح مكتبات الملفات',
  files: 'الملفات الجاهزة',
  allReady: 'جميع الملفات',
  ofFiles: 'من أصل {{number}}',
  filesFailed: 'فشل منها {{number}}',
  noFiles: 'لا ملفات بعد',
  passages: 'المقاطع',
  passagesHint: 'يُبحث فيها للإجابة عن الأسئلة',
}
export default ar
