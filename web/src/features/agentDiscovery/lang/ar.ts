import type { Translation } from '../../../lang/texts.ts'
import type en from './en.ts'

const ar: Translation<typeof en> & Record<string, string> = {
  title: 'اكتشف الوكلاء الأذكياء',
  intro: 'اختر وكيلًا لتبدأ محادثة معه.',
  search: 'البحث عن وكلاء',
  clear: 'مسح البحث',
  none: 'ليس لديك حاليًا وصول إلى أي وكيل',
  noMatch: 'لا يوجد وكيل يتضمن اسمه «\u2068{{search}}\u2069».',
  found_zero: 'لم يُعثر على وكلاء',
  found_one: 'عُثر على وكيل واحد',
  found_two: 'عُثر على وكيلين',
  found_few: 'عُثر على {{count}} وكلاء',
  found_many: 'عُثر على {{count}} وكيلًا',
  found_other: 'عُثر على {{count}} وكيل',
  foundMore: 'عُثر على أكثر من {{number}} وكيل',
  more: 'عرض المزيد',
  unnamed: 'وكيل بلا اسم',
}
export default ar
