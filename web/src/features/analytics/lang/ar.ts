import type { Translation } from '../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> = {
  title: 'لوحة المعلومات',
  intro: 'مدى استخدام النظام وما يحتويه.',
  lately: 'في الأيام السبعة الماضية',
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
  allReady: 'جميع ما أُضيف',
  ofFiles: 'من أصل {{number}}',
  filesFailed: 'فشل منها {{number}}',
  noFiles: 'لا ملفات بعد',
  passages: 'المقاطع',
  passagesHint: 'ما يُبحث فيه عن الإجابات',
}
export default ar
