import type { Translation } from '../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> = {
  document: 'المستند',
  loading: 'جارٍ تحميل المستند…',
  loadingShare: 'جارٍ تحميل المستند، {{share}}',
  gone: 'لم يعد المستند موجودًا، أو لم يعد يحق لك قراءته. يبقى الاقتباس كما ورد في الإجابة.',
  busy: 'تجري قراءة المستند من جديد. حاول مرة أخرى بعد قليل.',
  asText: 'لا يمكن عرض صفحات هذا الملف. هذا نصه.',
  notOnPage: 'تعذّر تمييز الجملة في الصفحة. نصها:',
  moreBefore: 'يبدأ المستند قبل هذا الجزء.',
  moreAfter: 'يستمر المستند بعد هذا الجزء.',
  tools: 'الصفحات والحجم',
  pages: 'صفحات المستند',
  page: 'الصفحة',
  pageNumber: 'الصفحة {{page}}',
  pageOf: 'الصفحة {{page}} من {{pages}}',
  pageFailed: 'لا يمكن عرض هذه الصفحة.',
  previousPage: 'الصفحة السابقة',
  nextPage: 'الصفحة التالية',
  larger: 'تكبير',
  smaller: 'تصغير',
  fitWidth: 'ملاءمة العرض',
}

export default ar
