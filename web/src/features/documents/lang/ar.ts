import type { Translation } from '../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> = {
  document: 'المستند',
  loading: 'جارٍ تحميل المستند…',
  gone: 'لم يعد هذا المستند موجودًا، أو لم يعد بإمكانك الوصول إليه. لا يزال الاقتباس يعرض النص الأصلي.',
  asText: 'لا يمكن عرض صفحات هذا الملف. إليك نصه.',
  notOnPage: 'تعذّر تمييز الجملة في الصفحة. نصها:',
  moreBefore: 'الأجزاء السابقة من المستند غير معروضة.',
  moreAfter: 'الأجزاء اللاحقة من المستند غير معروضة.',
  tools: 'أدوات الصفحة والتكبير',
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
